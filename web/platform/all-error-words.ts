/** Imported by what refuses something without asking the server, such as a form: the sentences are there from the start. */
import { errors } from '../i18n/ar/errors.ts'
import { setErrorWords } from './error-words.ts'

setErrorWords(errors)
