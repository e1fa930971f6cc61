/** Messages of the team to a list of people: whether a person gets them. */
export const mailings = {
  title: 'رسايل فريق حصّة',
  switch: 'ابعتولي أخبار حصّة على الإيميل وفي الإشعارات',
  hint: 'رسالتين في الأسبوع بالكتير. رسايل الحصص والفلوس والحساب بتوصل في كل الأحوال.',
  language: 'لغة الرسايل',
  failed: 'التغيير ما اتحفظش',
  ask: { title: 'وقف رسايل فريق حصّة', text: 'رسايل الحصص والفلوس والحساب هتفضل توصل.' },
  stopped: { title: 'الرسايل وقفت', text: 'بترجع من التنبيهات في الإعدادات.' },
  unknown: { title: 'الرابط مش شغّال', text: 'الرسايل بتتقفل كمان من التنبيهات في الإعدادات.' },
  stop: 'وقف الرسايل',
  home: 'فتح حصّة',
} as const
