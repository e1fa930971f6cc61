import { sendContactRequest } from '#contract/calls/contact'
import { type ErrorCode, isErrorCode } from '#domain/errors'
import { whyNotContactMessage, whyNotContactTitle } from '#domain/inbox/contact-request'
import { normalName, whyNotUserName } from '#domain/users/name'
import { normalPhone, whyNotPhone } from '#domain/users/phone'
import { contact } from '#messages/contact'
import { errors } from '#messages/errors'
import { neutral } from '../messages/neutral.ts'
import { API_BASE } from '../platform/origin.ts'
import { randomId } from '../platform/random-id.ts'

/** The server's own rules; each field shows its first problem. */
const RULES: Record<string, (text: string) => ErrorCode | null> = {
  name: (text) => whyNotUserName(normalName(text)),
  phone: (text) => whyNotPhone(normalPhone(text)),
  title: whyNotContactTitle,
  message: whyNotContactMessage,
}

/** The field that a server error concerns. */
const fieldOf = (code: string): string | undefined =>
  Object.keys(RULES).find((name) => code.endsWith(`-${name}`) || (name === 'name' && code.endsWith('-user-name')))

const elementById = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found as T
}

const form = elementById<HTMLFormElement>('contact')
const controls = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
const button = form.querySelector('button')

function showProblem(control: HTMLElement, problem: string): void {
  control.toggleAttribute('aria-invalid', problem !== '')
  if (problem) control.setAttribute('aria-invalid', 'true')
  elementById(`${control.id}-problem`).textContent = problem
}

/** Shows each field's problem next to it; true without any. */
function review(): boolean {
  const wrong = controls.filter((control) => {
    const text = control.value.trim()
    const code = RULES[control.name]?.(text) ?? null
    showProblem(control, code ? (text === '' ? contact.empty : neutral(errors[code])) : '')
    return code !== null
  })
  wrong[0]?.focus()
  return wrong.length === 0
}

const showOutcome = (text: string) => {
  elementById('outcome').textContent = text
}

/** The same key until the form changes, so that a retry after a lost answer does not send a second message. */
let idempotencyKey = randomId()

function send(): Promise<Response> {
  const body = Object.fromEntries(controls.map(({ name, value }) => [name, value.trim()]))
  return fetch(`${API_BASE}${sendContactRequest.path}`, {
    method: sendContactRequest.method,
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
}

/** Shows the server's error at its field, or for the whole form. The input is kept. */
async function showRefusal(response: Response): Promise<void> {
  const { code = 'unexpected' } = (await response.json().catch(() => ({}))) as { code?: string }
  if (response.status === 429) return showOutcome(contact.soon)
  const control = controls.find(({ name }) => name === fieldOf(code))
  const text = isErrorCode(code) ? neutral(errors[code]) : neutral(errors.unexpected)
  if (!control) return showOutcome(`${contact.failed} ${text}`)
  showProblem(control, text)
  showOutcome(contact.review)
  control.focus()
}

function showSent(): void {
  const sent = elementById('sent')
  form.hidden = true
  sent.hidden = false
  sent.focus()
}

let isSending = false

async function submit(): Promise<void> {
  showOutcome('')
  if (isSending) return
  if (!review()) return showOutcome(contact.review)
  isSending = true
  button?.setAttribute('aria-disabled', 'true')
  try {
    const response = await send()
    if (response.ok) showSent()
    else await showRefusal(response)
  } catch {
    showOutcome(`${contact.failed} ${neutral(errors.network)}`)
  } finally {
    isSending = false
    button?.removeAttribute('aria-disabled')
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})
form.addEventListener('input', ({ target }) => {
  idempotencyKey = randomId()
  const control = controls.find((one) => one === target)
  // A shown problem disappears as soon as it is corrected; new ones are only shown at the next submit.
  if (control?.hasAttribute('aria-invalid') && !RULES[control.name]?.(control.value.trim())) showProblem(control, '')
})
