export const logout = {
  title: '{gender, select, female {تسجّلي} other {تسجّل}} الخروج؟',
  text: 'الدخول تاني من الجهاز ده محتاج الإيميل وكلمة السر.',
  confirm: 'سجّل الخروج',
  keep: 'خليني هنا',
} as const
