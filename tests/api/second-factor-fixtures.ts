/**
 * Staff with second factors, and an authenticator made of WebCrypto: what a browser and a security key would send, so that a
 * test can forge any part of it.
 */
import { Secret, TOTP } from 'otpauth'
import { type Answer, bindings, callApi, expectOk, PASSWORD, type Person } from '#tests/people'
import { appOrigin, dashboardOrigin } from '../../worker/env.ts'

export const ORIGIN = dashboardOrigin(bindings) ?? ''
export const APP_ORIGIN = appOrigin(bindings) ?? ''
export const RP_ID = new URL(ORIGIN).hostname

export const codeAt = (secret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

export type Enrolled = { token: string | null; recoveryCodes: string[] | null }
export type WithApp = Person & { secret: string; codes: string[] }

/** Enrols an authenticator app through the API, as the first factor. The code of the present period is used up. */
export async function enrolApp(person: Person): Promise<WithApp> {
  const body = { password: PASSWORD }
  const { secret } = await expectOk<{ secret: string }>(callApi('POST', '/second-factor/totp', { as: person, body }))
  const { token, recoveryCodes } = await expectOk<Enrolled>(
    callApi('POST', '/second-factor/totp/confirmation', { as: person, body: { code: codeAt(secret) } }),
  )
  return { ...person, token: token ?? person.token, secret, codes: recoveryCodes ?? [] }
}

export const typePassword = (email: string, password = PASSWORD, ip = '10.0.0.1'): Promise<Answer> =>
  callApi('POST', '/auth/password', { body: { email, password }, headers: { 'cf-connecting-ip': ip } })

/** The challenge of a sign-in by password that asks for the second step. */
export async function challengeOf(person: Person, ip = '10.0.0.1'): Promise<string> {
  const { body, code } = await typePassword(person.email, PASSWORD, ip)
  if (code !== 'second-factor-required') throw new Error(`Expected the second step, got ${code}`)
  return (body as { details: { challenge: string } }).details.challenge
}

export const finish = (challenge: string, given: object, ip = '10.0.0.1'): Promise<Answer> =>
  callApi('POST', '/auth/second-factor', { body: { challenge, ...given }, headers: { 'cf-connecting-ip': ip } })

type Bytes = Uint8Array<ArrayBuffer>
const encoder = new TextEncoder()
const encode = (text: string): Bytes => new Uint8Array(encoder.encode(text))
const base64url = (value: ArrayBuffer | Bytes): string =>
  Buffer.from(value instanceof Uint8Array ? value : new Uint8Array(value)).toString('base64url')
const sha256 = async (value: Bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', value))
const concat = (...parts: Bytes[]): Bytes => new Uint8Array(parts.flatMap((part) => [...part]))
const uint32 = (value: number) => new Uint8Array([24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff))
const uint16 = (value: number) => uint32(value).slice(2)

/** A byte string of CBOR, of up to 65,535 bytes. */
const cborBytes = (value: Bytes) => concat(new Uint8Array([0x59]), uint16(value.length), value)
const cborText = (value: string) => concat(new Uint8Array([0x60 + value.length]), encode(value))

/** WebCrypto writes ECDSA signatures as two numbers side by side, authenticators as DER. */
function derSignature(raw: Bytes): Bytes {
  const integer = (part: Bytes) => {
    const first = part.findIndex((byte) => byte !== 0)
    const trimmed = part.slice(Math.max(0, first))
    const positive = (trimmed[0] ?? 0) >= 0x80 ? concat(new Uint8Array([0]), trimmed) : trimmed
    return concat(new Uint8Array([2, positive.length]), positive)
  }
  const both = concat(integer(raw.slice(0, 32)), integer(raw.slice(32)))
  return concat(new Uint8Array([0x30, both.length]), both)
}

/** What a test may forge: everything else is as a good authenticator would send it. */
export type Forgery = { origin?: string; rpId?: string; verified?: boolean; counter?: number; type?: string }

/** An authenticator with one credential of P-256. */
export async function authenticator() {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const jwk = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey
  const credentialId = crypto.getRandomValues(new Uint8Array(32))
  const coordinate = (value = '') => new Uint8Array(Buffer.from(value, 'base64url'))
  // { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }
  const publicKey = concat(
    new Uint8Array([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    coordinate(jwk.x),
    new Uint8Array([0x22, 0x58, 0x20]),
    coordinate(jwk.y),
  )
  let counter = 0

  const clientData = (type: string, challenge: string, { origin = ORIGIN, type: forged }: Forgery) =>
    encode(JSON.stringify({ type: forged ?? type, challenge, origin, crossOrigin: false }))
  const authenticatorData = async (attested: Bytes, forgery: Forgery) => {
    const { rpId = RP_ID, verified = true } = forgery
    counter = forgery.counter ?? counter + 1
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    return concat(await sha256(encode(rpId)), new Uint8Array([flags]), uint32(counter), attested)
  }

  return {
    id: base64url(credentialId),
    async create(challenge: string, forgery: Forgery = {}) {
      const attested = concat(new Uint8Array(16), uint16(credentialId.length), credentialId, publicKey)
      const authData = await authenticatorData(attested, forgery)
      const attestationObject = concat(
        new Uint8Array([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), new Uint8Array([0xa0])],
        ...[cborText('authData'), cborBytes(authData)],
      )
      const id = base64url(credentialId)
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, forgery))
      const response = { clientDataJSON, attestationObject: base64url(attestationObject), transports: ['internal'] }
      return { id, rawId: id, type: 'public-key', response }
    },
    async sign(challenge: string, forgery: Forgery = {}) {
      const data = clientData('webauthn.get', challenge, forgery)
      const authData = await authenticatorData(new Uint8Array(), forgery)
      const signed = concat(authData, await sha256(data))
      const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, signed)
      const id = base64url(credentialId)
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(derSignature(new Uint8Array(raw))),
      }
      return { id, rawId: id, type: 'public-key', response }
    },
  }
}

export type Authenticator = Awaited<ReturnType<typeof authenticator>>

/** The challenge that a new passkey has to be made with. */
export async function creationChallenge(person: Person, proof: object = { password: PASSWORD }): Promise<string> {
  const answer = callApi('POST', '/second-factor/passkeys/options', { as: person, body: proof })
  return (await expectOk<{ challenge: string }>(answer)).challenge
}

export const addPasskey = (person: Person, credential: object, name = 'لابتوب'): Promise<Answer> =>
  callApi('POST', '/second-factor/passkeys', { as: person, body: { name, credential } })

/** Enrols a passkey through the API, as the first factor. */
export async function enrolPasskey(person: Person): Promise<Person & { key: Authenticator; codes: string[] }> {
  const key = await authenticator()
  const credential = await key.create(await creationChallenge(person))
  const { token, recoveryCodes } = await expectOk<Enrolled>(addPasskey(person, credential))
  return { ...person, token: token ?? person.token, key, codes: recoveryCodes ?? [] }
}

/** What a passkey has to sign for a sign-in. */
export async function signInChallenge(challenge: string): Promise<string> {
  const answer = callApi('POST', '/auth/second-factor/passkey-options', { body: { challenge } })
  return (await expectOk<{ challenge: string }>(answer)).challenge
}
