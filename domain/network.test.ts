import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from './network.ts'

describe('the network of an address', () => {
  it('is an IPv4 address whole', () => {
    expect(networkOf('196.218.0.1')).toBe('196.218.0.1')
    expect(networkOf(' 10.0.0.1 ')).toBe('10.0.0.1')
  })

  it('is the first 64 bits of an IPv6 address, however it is written', () => {
    const same = [
      '2001:db8::1',
      '2001:0DB8:0:0:ffff::',
      '2001:db8:0:0:1:2:3:4',
      '2001:db8::192.0.2.1',
      '2001:db8::1%eth0',
    ]
    expect(new Set(same.map(networkOf))).toEqual(new Set(['2001:db8:0:0::/64']))
    expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'))
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
  })

  it('is the IPv4 address where one is written as IPv6', () => {
    expect(networkOf('::ffff:196.218.0.1')).toBe('196.218.0.1')
    expect(networkOf('::FFFF:c4da:1')).toBe('196.218.0.1')
  })

  it('is the text itself where that is no address', () => {
    for (const text of ['unknown', '', 'a:b', '1::2::3', '1:2:3:4:5:6:7:8:9', '12345::', ':::'])
      expect(networkOf(text)).toBe(text)
  })

  const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16))
  const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count })

  it('depends on the first four groups alone', () => {
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (network, one, other) => {
        expect(networkOf([...network, ...one].join(':'))).toBe(networkOf([...network, ...other].join(':')))
      }),
    )
  })
})

it('text that is not an address is used unchanged', () => {
  for (const text of ['', 'unknown', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', 'fe80::xyz', '1::256.1.1.1.1'])
    expect(networkOf(text)).toBe(text)
  expect(networkOf('1:2:3:4:5:6:7:8::')).toBe('1:2:3:4:5:6:7:8::')
  expect(networkOf('::1.2.3.4x')).toBe('::1.2.3.4x')
  expect(networkOf('::x1.2.3.4')).toBe('::x1.2.3.4')
  expect(networkOf('::ffff:1.2.3.4.5')).toBe('::ffff:1.2.3.4.5')
  expect(networkOf('::1.256.1.1')).toBe('::1.256.1.1')
  expect(networkOf('::ffff:0001.2.3.4')).toBe('::ffff:0001.2.3.4')
  expect(networkOf('1:2:3:4::5:6:7:8::9')).toBe('1:2:3:4::5:6:7:8::9')
})

it('an address of which only the last groups are written is not one of IPv4', () => {
  expect(networkOf('::')).toBe('0:0:0:0::/64')
  expect(networkOf('2001:db8::ffff:1:2')).toBe('2001:db8:0:0::/64')
  expect(networkOf('1::ffff:102:304')).toBe('1:0:0:0::/64')
  expect(networkOf('::ffff:102:304')).toBe('1.2.3.4')
  expect(networkOf('1:2:3:4:5:6:7::')).toBe('1:2:3:4::/64')
})
