import { address } from '../address.ts'

export const logIn = address('POST', '/auth/password')
export const logInWithGoogle = address('POST', '/auth/google')
export const startGoogle = address('GET', '/auth/google')
export const proveByGoogle = address('POST', '/auth/google/proof')
export const signOut = address('POST', '/auth/sign-out')
export const refreshToken = address('POST', '/auth/refresh-token')
export const signOutEverywhere = address('POST', '/auth/sign-out-everywhere')
