import { errorText } from '../platform/error-text.ts'
import { toast } from './toasts.ts'

type Notices<Answer> = {
  /** The notice that these replace. */
  id?: string
  /** Null says nothing, as where another user's change was kept. */
  done: string | ((answer: Answer) => string | null)
  failed: string
}

/** Says how an act ended. It rejects as the act does, so that its dialog stays open. */
export async function announce<Answer>(
  act: Promise<Answer>,
  { done, failed, ...id }: Notices<Answer>,
): Promise<Answer> {
  try {
    const answer = await act
    const title = typeof done === 'string' ? done : done(answer)
    if (title !== null) toast.success(title, id)
    return answer
  } catch (error) {
    toast.error(failed, { ...id, description: errorText(error) })
    throw error
  }
}
