/** What every form says: saving, what was refused as a whole, and leaving without saving. */
export const form = {
  save: 'احفظ',
  discard: 'رجّع زي ما كان',
  failed: 'ما اتحفظش',
  leave: {
    title: '{gender, select, female {تسيبي} other {تسيب}} التعديلات؟',
    text: 'فيه تعديلات لسه ما اتحفظتش. لو خرجت دلوقتي هتضيع.',
    leave: 'اخرج من غير حفظ',
    stay: 'خليني أحفظ',
  },
} as const
