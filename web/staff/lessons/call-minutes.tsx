import { Fragment, useId } from 'react'
import type { LessonAttendance, MeasuredMinute } from '#contract/lesson-decisions'
import { fromIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { staffCallQuality } from '#messages/staff-call-quality'
import { staffLessons } from '#messages/staff-lessons'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'

type Member = LessonAttendance['members'][number]

/** How good the call of a lesson was on both sides, minute by minute (docs/rules/lessons.md 12.4); nothing where it was not measured. */
export function CallMinutes({ members, isPoorCall }: Pick<LessonAttendance, 'members' | 'isPoorCall'>) {
  const t = useMessages(staffCallQuality)
  const titleId = useId()
  const sides = members.filter(({ call }) => call.length > 0)
  if (sides.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 id={titleId} className="text-base">
          {t('call.title')}
        </h3>
        {isPoorCall !== null && (
          <Badge tone={isPoorCall ? 'danger' : 'success'}>{t(isPoorCall ? 'call.poor' : 'call.good')}</Badge>
        )}
      </div>
      <p className="text-muted text-sm">{t('call.text')}</p>
      <ul className="flex flex-col gap-1 text-sm">
        {sides.map((member) => (
          <li key={member.id}>
            <SideSummary member={member} />
          </li>
        ))}
      </ul>
      <MinuteTable members={sides} titleId={titleId} />
    </section>
  )
}

function useRoleOf() {
  const t = useMessages(staffLessons)
  return ({ role }: Member) => t(isStudent(role) ? 'columns.student' : 'columns.tutor')
}

/** A time in seconds, with a tenth where it is short. */
function useSeconds() {
  const t = useMessages(staffCallQuality)
  const format = useFormat()
  return (ms: number) =>
    t('call.seconds', { count: format.number(ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)) })
}

/** What a side measured, from which device and over which networks. */
function SideSummary({ member }: { member: Member }) {
  const t = useMessages(staffCallQuality)
  const format = useFormat()
  const seconds = useSeconds()
  const roleOf = useRoleOf()
  const { call } = member
  const measured = call.filter(({ failure }) => failure === null)
  const poor = measured.filter(({ isPoor }) => isPoor).length
  const first = call.find(({ firstPictureMs }) => firstPictureMs !== null)?.firstPictureMs ?? null
  const distinct = (words: readonly (string | null)[]) => [...new Set(words)].filter((word) => word !== null)
  const facts = [
    ...distinct(call.map(({ device }) => t(`devices.${device}`))),
    ...distinct(call.map(({ operator }) => operator || null)),
    ...distinct(call.map(({ network }) => network && t(`networks.${network}`))),
    t('call.counted', { count: measured.length }),
    poor > 0 && t('call.poorMinutes', { count: poor }),
    first !== null && t('call.firstPicture', { time: seconds(first) }),
  ].filter((fact) => fact !== false)
  return (
    <>
      <b>{roleOf(member)}</b>: {format.series(facts)}
    </>
  )
}

function MinuteTable({ members, titleId }: { members: readonly Member[]; titleId: string }) {
  const t = useMessages(staffCallQuality)
  const format = useFormat()
  const roleOf = useRoleOf()
  const minutes = [...new Set(members.flatMap(({ call }) => call.map(({ minute }) => minute)))].toSorted()
  return (
    <section
      aria-labelledby={titleId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-control border border-line"
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface">
          <tr className="border-line border-b">
            <th scope="col" className="px-3 py-2 text-start">
              {t('call.minute')}
            </th>
            {members.map((member) => (
              <th key={member.id} scope="col" className="px-3 py-2 text-start">
                {roleOf(member)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {minutes.map((minute) => (
            <tr key={minute} className="border-line border-b align-top last:border-0">
              <th scope="row" className="whitespace-nowrap px-3 py-1.5 text-start font-normal">
                <time dateTime={minute}>{format.time(fromIso(minute))}</time>
              </th>
              {members.map((member) => (
                <td key={member.id} className="px-3 py-1.5">
                  <MinuteCell measured={member.call.find((one) => one.minute === minute)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MinuteCell({ measured }: { measured: MeasuredMinute | undefined }) {
  const t = useMessages(staffCallQuality)
  const format = useFormat()
  const seconds = useSeconds()
  if (!measured) return <span className="text-muted">{t('call.nothing')}</span>
  if (measured.failure) return <Badge tone="danger">{t(`call.failures.${measured.failure}`)}</Badge>
  const { loss, roundTripMs, frozenMs, interruptedMs, receivedKbps, route, isPoor } = measured
  const facts = [
    loss !== null && t('call.lost', { share: format.percent(loss * 10) }),
    roundTripMs !== null && t('call.delay', { time: t('milliseconds', { count: format.number(roundTripMs) }) }),
    frozenMs !== null && frozenMs > 0 && t('call.frozen', { time: seconds(frozenMs) }),
    interruptedMs !== null && interruptedMs > 0 && t('call.interrupted', { time: seconds(interruptedMs) }),
    receivedKbps !== null && t('call.rate', { count: format.number(receivedKbps) }),
    route === 'relay' && t('call.relayed'),
  ].filter((fact) => fact !== false)
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isPoor && <Badge tone="danger">{t('call.poorMinute')}</Badge>}
      <span>
        {facts.map((fact, place) => (
          <Fragment key={fact}>
            {place > 0 && ' · '}
            <span className="inline-block">{fact}</span>
          </Fragment>
        ))}
      </span>
    </span>
  )
}
