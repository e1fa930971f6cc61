import { describe, expect, it } from 'vitest'
import { isErrorCode } from '#domain/errors'
import { grantOf, permissions } from '#domain/permissions'
import { Role } from '#domain/roles'
import { calls, declaredCalls } from './all.ts'
import type { Call } from './call.ts'
import { openApiDocument } from './openapi.ts'

const all: [string, Call][] = Object.entries(calls)
const duplicates = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

describe('the contracts', () => {
  it('declare each permission’s call once, and no other', () => {
    expect(declaredCalls.map(({ may }) => may).sort()).toEqual(Object.keys(permissions).sort())
    expect(all.filter(([name, { may }]) => name !== may)).toEqual([])
  })

  it('never give two calls the same address', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(duplicates(addresses)).toEqual([])
  })

  it('read every parameter of their path, and no other', () => {
    for (const [name, { path, params }] of all) {
      const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])
      const shape = params && 'shape' in params ? Object.keys(params.shape as object) : []
      expect(shape, name).toEqual(named)
    }
  })

  it('send bodies and files only where there are any', () => {
    const wrong = all.filter(([, { method, body, files }]) => method === 'GET' && (body || files))
    expect(wrong).toEqual([])
    expect(all.filter(([, { creates, method }]) => creates && method !== 'POST')).toEqual([])
  })

  /** These files are for staff, for the tutor themself or for the public page; whether a new call's are has to be looked at here. */
  it('take no file from a tutor for one student (docs/rules/privacy.md 6.10)', () => {
    const ofTutors = all.filter(([, { may, files }]) => files && grantOf(may, Role.Tutor) !== 'no')
    expect(ofTutors.map(([name]) => name).sort()).toEqual([
      ...['introVideo.create', 'introVideo.putPart', 'invoice.update', 'report.create', 'tutor.setMedia'],
    ])
  })

  it('name codes of the catalogue only, each once', () => {
    for (const [name, { errors }] of all) {
      expect(
        errors.filter((code) => !isErrorCode(code)),
        name,
      ).toEqual([])
      expect(duplicates([...errors]), name).toEqual([])
    }
  })
})

describe('the OpenAPI document', () => {
  const document = openApiDocument(Object.values(calls))
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

  it('describes every call', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(calls).sort())
    expect(JSON.stringify(document)).not.toContain('"$schema"')
  })

  it('says who may call and what may be refused', () => {
    const booking = document.paths['/lesson']?.post
    expect(booking?.['x-who']).toBe('student (own), regularAdmin, superAdmin')
    expect(Object.keys(booking?.responses ?? {})).toEqual(['200', '400', '401', '403', '404', '409', '500'])
    expect(booking?.security).toEqual([{ bearer: [] }, { basic: [] }])
    expect(document.paths['/plan/list']?.get?.['x-who']).toBe('everybody')
  })

  it('needs no query parameter that has a default', () => {
    const listed = document.paths['/user/list']?.get?.parameters ?? []
    expect(listed.filter(({ required }) => required)).toEqual([])
    expect(document.paths['/user/tutor/meta']?.get?.parameters?.map(({ name, required }) => [name, required])).toEqual([
      ['tutorId', true],
    ])
  })

  it('marks an answer as optional where it may be left out', () => {
    const described = (path: string, method: string) => document.paths[path]?.[method]?.responses[200]?.description
    expect(described('/sub/cancel', 'patch')).toBe('Done; there may be no body')
    expect(described('/user/current', 'get')).toBe('Done')
  })

  it('describes files as binary parts', () => {
    expect(JSON.stringify(document.paths['/user/asset']?.put?.requestBody)).toContain(
      '"image":{"type":"string","format":"binary"}',
    )
  })
})
