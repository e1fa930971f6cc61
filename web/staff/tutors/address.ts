import { listSearch } from '../table/shared/list-address.ts'

export const tutorsSearch = listSearch([
  'activated',
  'verifiedEmail',
  'verifiedPhone',
  'image',
  'video',
  'thumbnail',
  'password',
  'gender',
  'city',
  'birthYear',
  'notice',
  'email',
  'phone',
  'createdAt',
])
