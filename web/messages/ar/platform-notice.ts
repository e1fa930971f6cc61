export const platformNotice = {
  label: 'إعلان من حصّة',
  whatsApp: 'كلّمنا على واتساب',
  registrationPaused: 'تسجيل المدرّسين متوقف مؤقتًا',
  registrationPausedText: 'مش بنستقبل مدرّسين جداد دلوقتي. {gender, select, female {جرّبي} other {جرّب}} تاني بعدين.',
} as const
