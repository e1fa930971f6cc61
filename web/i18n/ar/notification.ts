/** What the service worker says where a notification is not for who is signed in. */
export const notification = {
  title: 'حصّة',
  body: 'فيه جديد عندك في حصّة.',
} as const
