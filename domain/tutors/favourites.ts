/** How many tutors a student may keep as favourites (docs/rules/tutors.md 7.1). */
export const MAX_FAVOURITES = 200
