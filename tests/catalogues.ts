import { readdirSync } from 'node:fs'
import type { Catalogue } from '../web/messages/messages.ts'

export const AR = new URL('../web/messages/ar/', import.meta.url)
export const EN = new URL('../web/messages/en/', import.meta.url)

/** The files of the catalogues; the texts of the site have a folder of their own. */
export const cataloguesIn = (folder: URL): string[] => readdirSync(folder).filter((file) => file.endsWith('.ts'))

const sentencesOf = (words: Catalogue, path: string): [key: string, sentence: string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : sentencesOf(value, `${path}.${key}`),
  )

/** The sentences of a catalogue by their keys, which begin with its name. */
export async function catalogueOf(folder: URL, file: string): Promise<Record<string, string>> {
  const exported = (await import(new URL(file, folder).href)) as Record<string, Catalogue>
  return Object.fromEntries(Object.entries(exported).flatMap(([name, words]) => sentencesOf(words, name)))
}
