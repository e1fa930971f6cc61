/** What the contact form of the site says after it was sent; its labels stand in its page. */
export const contact = {
  review: 'الخانات اللي عليها ملاحظة محتاجة مراجعة.',
  failed: 'رسالتك ما اتبعتش، وكلامك لسه مكتوب هنا.',
  soon: 'وصلتنا رسالة من عندك من شوية، وبنقبل رسالة كل ٦ ساعات. كلامك لسه مكتوب هنا.',
  empty: 'الخانة دي لازم تتكتب.',
} as const
