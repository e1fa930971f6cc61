/** The service worker's text for a notification that is not for the signed-in account. */
export const notification = {
  title: 'حصّة',
  body: 'فيه جديد عندك في حصّة.',
} as const
