export const logout = {
  title: 'تسجّل الخروج؟',
  text: 'هتحتاج الإيميل وكلمة السر علشان الدخول تاني من الجهاز ده.',
  confirm: 'سجّل الخروج',
  keep: 'خليني هنا',
} as const
