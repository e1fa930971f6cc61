/** How statements are carried out, for the tests that look for those that cost more the more rows there are. */
import type { SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { vi } from 'vitest'
import { bindings, rows } from '#tests/people'

const GROWING =
  /\b(users|tutors|students|lessons|lesson_members|withdrawals|transactions|subscriptions|plan_invites|invites|coupons|interviews|demo_sessions|intro_videos|ratings|reports|contact_requests|outbox|availability_slots|session_events|payment_files|payment_file_items|audit_entries|minute_entries|journal_entries|postings|busy_quarters|lesson_hours|card_counts|taught_students|room_members|rooms|tutor_weeks|tutor_qualities|lesson_outcomes|call_minutes|call_days)\b/

/** Partial indexes, which hold the rows of their filter alone: to read them from an end is to read the answer. */
const PARTIAL =
  /USING (COVERING )?INDEX (withdrawals_with_receipt|lessons_ratified|lessons_canceled|lesson_outcomes_cut_short|lesson_outcomes_late|lesson_outcomes_poor_call|reports_with(out)?_(screenshot|log)|reports_owned|contact_requests_owned|invites_accepted|outbox_parked|tutors_ready_created)\b/

/** How SQLite carries a statement out. */
export async function planOf(sql: string): Promise<string[]> {
  const values = [...sql.matchAll(/\?/g)].map(() => 1)
  const { results } = await bindings.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}

/** The steps with which this select reads a table or an index whole; a list that is bound as JSON is none. */
export async function wholeReadsOf(select: SQL): Promise<string[]> {
  const { sql, params } = new SQLiteSyncDialect().sqlToQuery(select)
  const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...(params as (string | number)[]))
  return plan
    .map(({ detail }) => detail)
    .filter((step) => step.startsWith('SCAN') && !step.startsWith('SCAN json_each'))
}

/** The steps of a plan that read or sort more rows the more there are. `isWhole`: the list has no filter. */
export function heavySteps(plan: readonly string[], isWhole: boolean): string[] {
  const readsGrowing = plan.some((step) => GROWING.test(step))
  return plan.filter((step) => {
    // Sorting the last term sorts rows with equal earlier terms, and stops with the page.
    if (/USE TEMP B-TREE FOR LAST TERM/.test(step)) return false
    if (/USE TEMP B-TREE FOR/.test(step)) return readsGrowing
    if (/^SCAN user_search/.test(step)) return !/INDEX \d+:.*M/.test(step)
    if (!/^SCAN /.test(step) || !GROWING.test(step)) return false
    if (PARTIAL.test(step)) return false
    // Without a filter the page scans the index of its order up to its last row, and the count reads the smallest index.
    return !(isWhole && /USING (COVERING )?INDEX/.test(step))
  })
}

/** Whether all that is sorted is what one person has: tens of rows, thousands for the busiest tutor. */
export const isOfPerson = (plan: readonly string[]): boolean =>
  plan.some((step) => /^SEARCH .*\((user_id|interviewer_id|interviewee_id)=\?/.test(step)) &&
  plan.every((step) => !/^SCAN (?!page|held)/.test(step))

/** Notes the text of every statement that is prepared from now on; returns how to stop. */
export function notePrepared(prepared: string[]): () => void {
  // What writes and what guests read goes through sessions.
  const spies = [bindings.DB, bindings.DB.withSession()].map((used) => {
    const proto = Object.getPrototypeOf(used) as Pick<D1Database, 'prepare'>
    const { prepare } = proto
    return vi.spyOn(proto, 'prepare').mockImplementation(function (this: D1Database, sql: string) {
      prepared.push(sql)
      return prepare.call(this, sql)
    })
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
