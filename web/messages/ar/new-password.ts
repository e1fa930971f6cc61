/** A password that is chosen, and its rules. */
export const newPassword = {
  label: 'كلمة سر جديدة',
  confirm: 'كلمة السر مرة تانية',
  mismatch: 'الاتنين مش زي بعض.',
  rules: {
    label: 'كلمة السر لازم يكون فيها',
    length: 'من {min, number} لـ {max, number} حرف',
    digit: 'رقم واحد على الأقل',
    letter: 'حرف إنجليزي واحد على الأقل',
    noSpace: 'من غير مسافات',
  },
} as const
