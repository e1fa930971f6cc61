import type { studentNotes as ar } from '../ar/student-notes.ts'
import type { Wording } from '../messages.ts'

export const studentNotes = {
  title: 'Notes on {name}',
  titleStudent: 'Summary of your lesson with {name}',
  close: 'Close notes',
  loading: 'Loading your notes…',
  hidden: 'Only the tutor can see notes.',
  goals: {
    title: 'Why they’re learning',
    aim: 'Goal: {aim}',
    level: 'Level: {level}',
    job: 'Work: {job}',
    topics: 'Topics they like: {topics}',
    none: 'No goal or level yet. Ask at the start of the lesson.',
  },
  last: {
    title: 'Your last lesson together',
    when: '{day}, {duration}',
    first: 'This is your first lesson together.',
    line: 'Last lesson, {day}: {text}',
    missing: 'You didn’t write a summary of this lesson.',
    count: '{count, plural, one {# lesson before} other {# lessons before}}',
  },
  summary: {
    title: 'Lesson summary',
    hint: '{name} gets this summary: what you did, the homework, and where you’ll start next time.',
    saved: 'Summary saved. The student can read it',
    removed: 'Summary removed',
    write: 'Write summary',
    read: 'Lesson summary',
    of: 'Summary of the lesson with {name}',
    after: 'Write the lesson summary while it’s fresh',
    soon: 'You can write the summary once the lesson starts.',
  },
  notes: {
    title: 'Your own notes',
    hint: 'Just for you: neither the student nor anyone else reads them.',
    saved: 'Your notes are saved',
    removed: 'Your notes are removed',
    open: 'Student notes',
    of: 'Your notes on {name}',
    line: 'Your note: {text}',
  },
  tooLong: 'The text is too long',
  conflict: {
    title: 'This text was changed on another page or device',
    stored: 'Saved now:',
    empty: 'It was removed.',
    mine: 'Save mine instead',
    theirs: 'Use the saved one',
  },
} as const satisfies Wording<typeof ar>
