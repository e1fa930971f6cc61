/** The templates of messages that contain a confirmation code, which is valid for 15 minutes. */
export const CODE_TEMPLATES: readonly string[] = ['verify_email', 'forget_password', 'verify_phone_number']

/** Whether a parked message may be sent again; a code has expired by then (docs/rules/staff.md 6.5). */
export const isRetryable = (template: string): boolean => !CODE_TEMPLATES.includes(template)

/** What is given up rather than parked for staff when its provider reports that it has failed. */
export const GIVEN_UP_TEMPLATES: readonly string[] = [...CODE_TEMPLATES, 'mailing']
