import { address } from '../address.ts'

export const listCallNetworks = address('GET', '/call-quality/list')
