import { address } from '../address.ts'

export const sendPhoneCode = address('POST', '/confirmation-code/phone/send')
export const verifyPhone = address('POST', '/confirmation-code/phone/verify')
export const sendEmailCode = address('POST', '/confirmation-code/email/send')
export const confirmEmail = address('POST', '/confirmation-code/email/confirm')
export const undoEmailChange = address('POST', '/confirmation-code/email/undo')
export const sendPasswordCode = address('POST', '/confirmation-code/password/send')
export const confirmPassword = address('POST', '/confirmation-code/password/confirm')
