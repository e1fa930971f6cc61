import type { ProofMethod } from '#contract/proof'
import { useMe } from '../../platform/current-user.ts'
import { ProofForm as AccountProofForm, type Proof } from '../account/proof-form.tsx'
import type { SecondFactors } from './queries.ts'

type ProofFormProps = {
  factors: SecondFactors
  /** What the button does: "add", "remove". */
  label: string
  tone?: 'primary' | 'danger'
  /** Whatever it throws is shown; `name` of a passkey and the like is the caller's. */
  send: (proof: Proof) => Promise<unknown>
}

/** What confirms a change of second factors (docs/rules/staff.md 4.6). */
export function ProofForm({ factors, ...rest }: ProofFormProps) {
  const { hasPassword } = useMe()
  const methods: ProofMethod[] = []
  if (hasPassword) methods.push('password')
  if (factors.totp) methods.push('code')
  if (factors.passkeys.length > 0) methods.push('passkey')
  return <AccountProofForm methods={methods} {...rest} />
}
