import { sendContactRequest } from '#contract/contact'
import { whyNotContactMessage, whyNotContactTitle } from '#domain/contact/request'
import { type ErrorCode, isErrorCode } from '#domain/errors'
import { whyNotUserName } from '#domain/users/name'
import { normalPhone, whyNotPhone } from '#domain/users/phone'
import { contact } from '../i18n/ar/contact.ts'
import { errors } from '../i18n/ar/errors.ts'
import { API_BASE } from '../platform/origin.ts'

/** The rules are the server's own; each field is told its first mistake. */
const RULES: Record<string, (text: string) => ErrorCode | null> = {
  name: whyNotUserName,
  phone: (text) => whyNotPhone(normalPhone(text)),
  title: whyNotContactTitle,
  message: whyNotContactMessage,
}

/** Which field a refusal of the server is about. */
const fieldOf = (code: string): string | undefined =>
  Object.keys(RULES).find((name) => code.endsWith(`-${name}`) || (name === 'name' && code.endsWith('-user-name')))

const part = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found as T
}

const form = part<HTMLFormElement>('contact')
const controls = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
const button = form.querySelector('button')

function say(control: HTMLElement, problem: string): void {
  control.toggleAttribute('aria-invalid', problem !== '')
  if (problem) control.setAttribute('aria-invalid', 'true')
  part(`${control.id}-problem`).textContent = problem
}

/** Says what is wrong beside each field; true when nothing is. */
function review(): boolean {
  const wrong = controls.filter((control) => {
    const text = control.value.trim()
    const code = RULES[control.name]?.(text) ?? null
    say(control, code ? (text === '' ? contact.empty : errors[code]) : '')
    return code !== null
  })
  wrong[0]?.focus()
  return wrong.length === 0
}

const outcome = (text: string) => {
  part('outcome').textContent = text
}

/** One key for as long as the same is asked: trying again after a lost answer sends one message. */
let idempotencyKey = crypto.randomUUID()

function send(): Promise<Response> {
  const body = Object.fromEntries(controls.map(({ name, value }) => [name, value.trim()]))
  return fetch(`${API_BASE}${sendContactRequest.path}`, {
    method: sendContactRequest.method,
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
}

/** What the server refused: beside its field, or for the whole form. What was typed stays. */
async function tellRefusal(response: Response): Promise<void> {
  const { code = 'unexpected' } = (await response.json().catch(() => ({}))) as { code?: string }
  if (response.status === 429) return outcome(contact.soon)
  const control = controls.find(({ name }) => name === fieldOf(code))
  const text = isErrorCode(code) ? errors[code] : errors.unexpected
  if (!control) return outcome(`${contact.failed} ${text}`)
  say(control, text)
  outcome(contact.review)
  control.focus()
}

function tellSent(): void {
  const sent = part('sent')
  form.hidden = true
  sent.hidden = false
  sent.focus()
}

let isSending = false

async function submit(): Promise<void> {
  outcome('')
  if (isSending) return
  if (!review()) return outcome(contact.review)
  isSending = true
  button?.setAttribute('aria-disabled', 'true')
  try {
    const response = await send()
    if (response.ok) tellSent()
    else await tellRefusal(response)
  } catch {
    outcome(`${contact.failed} ${errors.network}`)
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
  idempotencyKey = crypto.randomUUID()
  const control = controls.find((one) => one === target)
  // A mistake that was told is followed while it is mended, and no other.
  if (control?.hasAttribute('aria-invalid') && !RULES[control.name]?.(control.value.trim())) say(control, '')
})
