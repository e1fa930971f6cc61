import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fromIso } from '#domain/cairo'
import { type CsvValue, csvTime } from '#domain/csv'
import { dataTable } from '#messages/data-table'
import { messagesOf, useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { useNow } from '../../../platform/clock.ts'
import { currentFormat, useFormat } from '../../../platform/format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import type { DataColumn } from '../../../ui/data-table/column.ts'

export type Column<Row, Sort extends string = string> = Omit<DataColumn<Row>, 'sort'> & {
  /** The `orderBy` of the call that sorts by this column. */
  sort?: Sort
  /** The heading in an export, where it says more than the list's. */
  csvHeader?: string
  /** What an export writes; a column without it is not exported. */
  csv?: (row: Row) => CsvValue
}

/** The orders that a list's columns offer; its call refuses any other. */
export const sortKeysOf = (columns: readonly { sort?: string | undefined }[]): string[] =>
  columns.flatMap(({ sort }) => sort ?? [])

type Look<Sort extends string> = { sort?: Sort; priority?: number; hidden?: boolean; wrap?: boolean }
type Missing = null | undefined
type Value<Row, T> = (row: Row) => T | Missing
type Person = { id: number; name: string | null; englishName?: string | null; image?: string | null }

/** What a cell shows for a value that is missing; its export is empty. */
const NONE = '–'
const MINUTE = 60_000

/** The word of a column whose cells are more than a word, such as a switch. */
export const yesNoWord = (value: boolean): string => messagesOf(dataTable)(value ? 'filters.yes' : 'filters.no')

/**
 * A column of a list by the kind of its value, which decides about cell, alignment and export, so that a value is the same
 * in every list. An export holds words, never codes: a moment in Cairo's time, an amount in pounds, all else as the cell says it.
 */
export const column = {
  text: <Row, Sort extends string>(id: string, header: string, value: Value<Row, string>, look?: Look<Sort>) =>
    made<Row, Sort>(id, header, look, value, (row) => <bdi translate="no">{value(row) || NONE}</bdi>),

  /** An identifier or an address that staff take to another place. Not for the first column, whose cells are links. */
  copyable: <Row, Sort extends string>(
    id: string,
    header: string,
    value: Value<Row, string | number>,
    look?: Look<Sort>,
  ) =>
    made<Row, Sort>(id, header, look, value, (row) => {
      const text = value(row) ?? ''
      return text === '' ? NONE : <Copyable text={String(text)} />
    }),

  number: <Row, Sort extends string>(id: string, header: string, value: Value<Row, number>, look?: Look<Sort>) =>
    atEnd(
      made<Row, Sort>(id, header, look, value, (row) => shown(value(row), (number) => <NumberCell number={number} />)),
    ),

  /** The number of a record that has no other name, in words; an export has the number alone. */
  recordNumber: <Row extends { id: number }>(header: string, words: (id: string) => string): Column<Row, never> => ({
    id: 'id',
    header,
    csv: ({ id }) => id,
    cell: ({ id }) => words(String(id)),
  }),

  /** Given in piastres. */
  money: <Row, Sort extends string>(id: string, header: string, value: Value<Row, number>, look?: Look<Sort>) =>
    atEnd(
      made<Row, Sort>(
        id,
        header,
        look,
        (row) => {
          const amount = value(row)
          return amount == null ? null : amount / 100
        },
        (row) => shown(value(row), (amount) => <MoneyCell amount={amount} />),
      ),
    ),

  moment: <Row, Sort extends string>(id: string, header: string, value: Value<Row, string>, look?: Look<Sort>) =>
    inCairo(
      made<Row, Sort>(id, header, look, csvTimeOf(value), (row) =>
        shown(value(row), (iso) => <MomentCell iso={iso} />),
      ),
    ),

  yesNo: <Row, Sort extends string>(id: string, header: string, value: (row: Row) => boolean, look?: Look<Sort>) => {
    const word = (row: Row) => yesNoWord(value(row))
    return made<Row, Sort>(id, header, look, word, word)
  },

  /** A value of an enumeration by its word; with tones, as a badge. */
  enum: <Row, Sort extends string, Code extends string | number>(
    id: string,
    header: string,
    value: Value<Row, Code>,
    words: Readonly<Record<Code, string>>,
    look?: Look<Sort> & { tones?: Readonly<Record<Code, Tone>> },
  ) => {
    const { tones, ...rest } = look ?? {}
    const word = (row: Row) => {
      const code = value(row)
      return code == null ? null : words[code]
    }
    return made<Row, Sort>(id, header, rest, word, (row) =>
      shown(value(row), (code) => (tones ? <Badge tone={tones[code]}>{words[code]}</Badge> : words[code])),
    )
  },

  /** What a record lacks, by words; what lacks nothing is `complete`. */
  missing: <Row, Sort extends string, Part extends string>(
    id: string,
    header: string,
    parts: (row: Row) => readonly Part[],
    { words, complete, ...look }: Look<Sort> & { words: Readonly<Record<Part, string>>; complete: string },
  ) =>
    made<Row, Sort>(
      id,
      header,
      look,
      (row) => currentFormat().list(parts(row).map((part) => words[part])),
      (row) => {
        const missing = parts(row)
        if (missing.length === 0) return <Badge tone="success">{complete}</Badge>
        return (
          <span className="flex flex-wrap gap-1">
            {missing.map((part) => (
              <Badge key={part} tone="warning">
                {words[part]}
              </Badge>
            ))}
          </span>
        )
      },
    ),

  /** The day on which something ends, marked once it has; `never` is what has no end. */
  expiry: <Row, Sort extends string>(
    id: string,
    header: string,
    value: Value<Row, string>,
    { expired, never = NONE, ...look }: Look<Sort> & { expired: string; never?: string },
  ) =>
    inCairo(
      made<Row, Sort>(id, header, look, csvTimeOf(value), (row) => {
        const iso = value(row)
        return iso == null ? never : <ExpiryCell iso={iso} expired={expired} />
      }),
    ),

  /**
   * With a picture if the row brings one. `isLink`: leads to the person, in a list whose rows do not.
   */
  person: <Row, Sort extends string>(
    id: string,
    header: string,
    value: Value<Row, Person>,
    { isLink = false, ...look }: Look<Sort> & { isLink?: boolean } = {},
  ) =>
    made<Row, Sort>(
      id,
      header,
      look,
      (row) => {
        const person = value(row)
        return person && nameOf(person)
      },
      (row) => shown(value(row), (person) => <PersonCell person={person} isLink={isLink} />),
    ),
}

function made<Row, Sort extends string>(
  id: string,
  header: string,
  look: Look<Sort> | undefined,
  csv: (row: Row) => CsvValue,
  cell: (row: Row) => ReactNode,
): Column<Row, Sort> {
  return { id, header, ...look, csv, cell }
}

const csvTimeOf =
  <Row,>(value: Value<Row, string>) =>
  (row: Row) => {
    const iso = value(row)
    return iso == null ? iso : csvTime(fromIso(iso))
  }

/** A column whose export holds times in Cairo, with their offset from UTC in the heading. */
export const inCairo = <Row, Sort extends string>(made: Column<Row, Sort>): Column<Row, Sort> => ({
  ...made,
  csvHeader: messagesOf(dataTable)('export.inCairo', { header: made.header }),
})

const atEnd = <Row, Sort extends string>(made: Column<Row, Sort>): Column<Row, Sort> => ({ ...made, align: 'end' })

const nameOf = ({ name, englishName = null }: Person): string | null => shownName({ name, englishName })

const shown = <T,>(value: T | Missing, cell: (value: T) => ReactNode): ReactNode => (value == null ? NONE : cell(value))

function NumberCell({ number }: { number: number }) {
  return useFormat().number(number)
}

function MoneyCell({ amount }: { amount: number }) {
  return useFormat().money(amount)
}

function ExpiryCell({ iso, expired }: { iso: string; expired: string }) {
  const at = fromIso(iso)
  const isOver = at <= useNow(MINUTE)
  return (
    <span className="flex flex-wrap items-center gap-2">
      {useFormat().day(at)}
      {isOver && <Badge>{expired}</Badge>}
    </span>
  )
}

function PersonCell({ person, isLink }: { person: Person; isLink: boolean }) {
  const t = useMessages(dataTable)
  const name = nameOf(person) ?? t('nameless')
  const shown =
    person.image === undefined ? (
      <bdi translate="no">{name}</bdi>
    ) : (
      <AvatarWithName id={person.id} name={name} src={person.image} />
    )
  if (!isLink) return shown
  return (
    <Link to="/user/$id" params={{ id: String(person.id) }} className="font-semibold text-brand-ink hover:underline">
      {shown}
    </Link>
  )
}

/** A person in a row of a list: a small image next to the name, which takes a second line in a narrow column. */
function AvatarWithName({ id, name, src }: { id: number; name: string; src: string | null }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar id={id} name={name} src={src} size="xs" />
      <bdi translate="no" className="wrap-anywhere min-w-20 whitespace-normal">
        {name}
      </bdi>
    </span>
  )
}

/** An instant in a table's cell. In a narrow column the time of day takes a second line. */
function MomentCell({ iso }: { iso: string }) {
  const format = useFormat()
  return (
    <time dateTime={iso} className="whitespace-normal">
      {format.momentInLines(fromIso(iso))}
    </time>
  )
}
