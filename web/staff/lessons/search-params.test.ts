import { describe, expect, it } from 'vitest'
import { lessonStates } from '#domain/lessons/states'
import { lessonsSearch } from './search-params.ts'

const read = (address: object) => lessonsSearch(address as never)
const statusIn = (status: string) => read({ status }).status

describe('the address of the list of lessons', () => {
  it('knows every state of a lesson', () => {
    expect(lessonStates.map(statusIn)).toEqual([...lessonStates])
  })

  it('reads the words of older links and saved views as the states that they stood for', () => {
    expect(['coming', 'happening', 'held', 'canceled'].map(statusIn)).toEqual([...lessonStates])
  })

  it('drops a word that was never a state', () => {
    expect(['', 'gone', 'constructor'].map(statusIn)).toEqual([undefined, undefined, undefined])
    expect(read({ users: '4,7', open: 3 })).toEqual({ users: '4,7', open: 3 })
  })
})
