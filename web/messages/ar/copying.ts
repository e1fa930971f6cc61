export const copying = {
  failed: 'ماتنسخش',
  failedText:
    'المتصفّح مش سامح بالنسخ. {gender, select, female {علّمي على الكلام وانسخيه بإيدك} other {علّم على الكلام وانسخه بإيدك}}.',
} as const
