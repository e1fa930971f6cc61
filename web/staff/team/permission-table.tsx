import { Check, Minus, Search, UserRound } from 'lucide-react'
import { useState } from 'react'
import { normalise } from '#domain/arabic'
import { type Grant, grantOf, type StaffPermission, staffPermissions } from '#domain/permissions'
import { isStaff, roles } from '#domain/roles'
import { enums } from '#messages/enums'
import { staffPermissions as words } from '#messages/staff-permissions'
import { useMessages } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Icon } from '../../ui/icon.ts'
import { Input } from '../../ui/input.tsx'

type Area = keyof typeof words.areas
type NounOf<P extends string> = P extends `${infer Noun}.${string}` ? Noun : never

/** Where the calls of each noun stand in the table. */
const areaOf: Record<NounOf<StaffPermission>, Area> = {
  user: 'accounts',
  personFile: 'accounts',
  consent: 'accounts',
  secondFactor: 'accounts',
  chat: 'accounts',
  student: 'students',
  studentRisk: 'students',
  tutor: 'tutors',
  tutorQuality: 'tutors',
  waiting: 'students',
  standingTime: 'students',
  cardRenewal: 'payments',
  guardian: 'students',
  referral: 'students',
  tutorMedia: 'tutors',
  availability: 'tutors',
  rating: 'tutors',
  studio: 'tutors',
  interview: 'onboarding',
  demoSession: 'onboarding',
  introVideo: 'onboarding',
  lesson: 'lessons',
  callQuality: 'lessons',
  plan: 'plans',
  planInvite: 'plans',
  invite: 'plans',
  coupon: 'plans',
  subscription: 'payments',
  transaction: 'payments',
  fawry: 'payments',
  invoice: 'withdrawals',
  paymentFile: 'withdrawals',
  payoutBatch: 'withdrawals',
  asset: 'withdrawals',
  report: 'inbox',
  contact: 'inbox',
  message: 'inbox',
  mailing: 'inbox',
  topic: 'topics',
  dashboard: 'platform',
  staff: 'platform',
  staffInvite: 'platform',
  settings: 'platform',
  link: 'platform',
  serverStats: 'platform',
  audit: 'platform',
  cache: 'platform',
}

const areas = Object.keys(words.areas) as Area[]
const staffRoles = roles.filter(isStaff)
const icons: Record<Grant, Icon> = { any: Check, own: UserRound, no: Minus }
const looks: Record<Grant, string> = { any: 'text-success-ink', own: 'text-ink', no: 'text-muted' }

const isIn = (area: Area) => (permission: StaffPermission) =>
  areaOf[permission.slice(0, permission.indexOf('.')) as NounOf<StaffPermission>] === area

/** What each role of staff may do (docs/rules/accounts.md 1.2): the table by which the API decides, in words. */
export function PermissionTable() {
  const t = useMessages(words)
  const [typed, setTyped] = useState('')
  const word = normalise(typed.trim())
  const shown = staffPermissions.filter((permission) => normalise(words.acts[permission]).includes(word))
  const groups = areas.map((area) => ({ area, acts: shown.filter(isIn(area)) })).filter(({ acts }) => acts.length > 0)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t('text')}</p>
      <Input
        type="search"
        icon={Search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="max-w-sm"
      />
      {groups.length === 0 ? (
        <Card>
          <EmptyState icon={Search} title={t('none')} headingLevel={2} />
        </Card>
      ) : (
        <section
          aria-label={t('act')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
          tabIndex={0}
          className="relative overflow-x-auto rounded-card border border-line bg-surface shadow-card"
        >
          <table className="w-full text-sm">
            <thead>
              <tr className="border-line border-b">
                <th scope="col" className="px-4 py-3 text-start">
                  {t('act')}
                </th>
                {staffRoles.map((role) => (
                  <th key={role} scope="col" className="px-2 py-3 text-center">
                    {enums.role[role]}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ area, acts }) => (
              <tbody key={area}>
                <tr className="bg-sunken">
                  <th scope="rowgroup" colSpan={staffRoles.length + 1} className="px-4 py-2 text-start">
                    {t(`areas.${area}`)}
                  </th>
                </tr>
                {acts.map((permission) => (
                  <tr key={permission} className="border-line border-b last:border-b-0">
                    <th scope="row" className="min-w-40 px-4 py-2 text-start font-normal">
                      {words.acts[permission]}
                    </th>
                    {staffRoles.map((role) => (
                      <td key={role} className="px-2 py-2 text-center">
                        <GrantMark grant={grantOf(permission, role)} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
      )}
    </div>
  )
}

/** An icon, and in words where there is room. */
function GrantMark({ grant }: { grant: Grant }) {
  const t = useMessages(words)
  const Mark = icons[grant]
  return (
    <span className={`inline-flex items-center justify-center gap-1 ${looks[grant]}`}>
      <Mark aria-hidden className="size-4 shrink-0" />
      <span className="max-md:sr-only">{t(`grants.${grant}`)}</span>
    </span>
  )
}
