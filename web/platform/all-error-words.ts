/** Imported by code that shows errors without a server call, such as forms, so that the texts are loaded from the start. */
import { errors } from '#messages/errors'
import { setErrorWords } from './error-words.ts'

setErrorWords(errors)
