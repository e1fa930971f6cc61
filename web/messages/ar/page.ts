/** The parts of a page that are there before its app, in `index.html`, as `%VITE_TITLE%`, and in the manifest. */
export const page = {
  brand: 'حصّة',
  app: {
    title: 'حصّة',
    description: 'احجز حصص إنجليزي واحد لواحد مع مدرّسين مصريين، في الوقت اللي يناسبك.',
    noScript: 'حصّة محتاجة جافاسكربت علشان تشتغل. شغّلها من إعدادات المتصفح وحدّث الصفحة.',
  },
  dashboard: {
    title: 'لوحة إدارة حصّة',
    noScript: 'اللوحة محتاجة جافاسكربت علشان تشتغل.',
  },
  manifest: {
    name: 'حصّة: إنجليزي، حصة بحصة',
    description: 'احجز حصص إنجليزي أونلاين مع مدرّسين مصريين',
    lessons: 'حصصي',
    chat: 'الرسايل',
  },
} as const
