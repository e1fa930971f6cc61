import type { ReactNode } from 'react'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { type LinkState, useLinkAct } from '../../shared/account/use-link-act.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AuthLayout } from './auth-layout.tsx'

type LinkScreenProps = {
  /** What the one tap does with the link's token. */
  act: (token: string) => Promise<unknown>
  words: (state: LinkState) => { title: string; text: string }
  confirm: string
  failed: string
  home: string
  variant?: 'primary' | 'secondary'
  /** What is read before the tap. */
  children?: ReactNode
}

/** Where a link of a message leads that acts by one tap without signing in. */
export function LinkScreen({ act, words, confirm, failed, home, variant = 'primary', children }: LinkScreenProps) {
  const { state, isPending, problem, run } = useLinkAct(act)
  const { title, text } = words(state)
  return (
    <AuthLayout title={title} text={text} footer={null}>
      {state === 'ask' ? (
        <div className="flex flex-col gap-5">
          <AuthProblem title={failed} text={problem} />
          {children}
          <Button wide variant={variant} loading={isPending} onClick={run}>
            {confirm}
          </Button>
        </div>
      ) : (
        <LinkButton to="/" variant="secondary">
          {home}
        </LinkButton>
      )}
    </AuthLayout>
  )
}
