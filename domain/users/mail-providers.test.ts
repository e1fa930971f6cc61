import { describe, expect, it } from 'vitest'
import { haveOwnMailDomain } from './mail-providers.ts'

describe('a mail domain of two people’s own', () => {
  it('is one, with all its subdomains, that is no large provider’s', () => {
    expect(haveOwnMailDomain('a@acme.com', 'b@acme.com')).toBe(true)
    expect(haveOwnMailDomain('a@mail.acme.com.eg', 'b@acme.com.eg')).toBe(true)
    expect(haveOwnMailDomain('a@acme.com.eg', 'b@other.com.eg')).toBe(false)
    expect(haveOwnMailDomain('a@gmail.com', 'b@gmail.com')).toBe(false)
    expect(haveOwnMailDomain('a@acme.com', 'b@gmail.com')).toBe(false)
  })
})
