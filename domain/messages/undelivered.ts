/** The templates of messages that carry a confirmation code, which is valid for a quarter of an hour. */
const CODE_TEMPLATES: readonly string[] = ['verify_email', 'forget_password', 'verify_phone_number']

/** Whether a parked message may be sent again: a code has expired long before (docs/rules/staff.md 6.5). */
export const isRetryable = (template: string): boolean => !CODE_TEMPLATES.includes(template)
