import { Role } from '../roles.ts'

/** The register of what people have agreed to (docs/rules/privacy.md 5.1). */

/** Without these an account does nothing that costs or binds (docs/rules/privacy.md 5.3). */
export const requiredTexts = ['terms', 'privacy'] as const
export type RequiredText = (typeof requiredTexts)[number]

export const consentKinds = [...requiredTexts, 'marketing'] as const
export type ConsentKind = (typeof consentKinds)[number]

/**
 * The version of each text that is in force. A text that changes in what it says gets the next number, and everybody is asked again;
 * `web/site/legal-texts.test.ts` fails for a text that has changed without it.
 */
export const textVersions = { terms: 1, privacy: 1, marketing: 1 } as const satisfies Record<ConsentKind, number>

/**
 * Where somebody agreed: beside the button that opened the account, with a password or by Google, in the settings, at the question
 * after a text has changed, by the link in a mail, which only withdraws, or towards staff, who opened the account.
 */
export const consentPlaces = ['registration', 'google', 'settings', 'question', 'link', 'staff'] as const
export type ConsentPlace = (typeof consentPlaces)[number]

/** Of an account: its role, and the latest version of each text that it has accepted; null for none. */
export type Accepted = { role: Role; acceptedTerms: number | null; acceptedPrivacy: number | null }

type Versions = Readonly<Record<RequiredText, number>>

/**
 * The texts that an account has to accept, in the version in force (docs/rules/privacy.md 5.3). Only students and tutors are asked:
 * staff work by a contract of their own.
 */
export function dueConsents(account: Accepted, versions: Versions = textVersions): RequiredText[] {
  if (account.role !== Role.Student && account.role !== Role.Tutor) return []
  const accepted = { terms: account.acceptedTerms, privacy: account.acceptedPrivacy }
  return requiredTexts.filter((text) => (accepted[text] ?? 0) < versions[text])
}
