import { address } from '../address.ts'

export const readOnboarding = address('GET', '/onboarding')
