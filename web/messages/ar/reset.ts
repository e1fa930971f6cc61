/** A forgotten password. */
export const reset = {
  title: 'نسيت كلمة السر؟',
  emailText:
    '{gender, select, female {اكتبي إيميل حسابك، وهنبعت عليه كود تغيّري} other {اكتب إيميل حسابك، وهنبعت عليه كود تغيّر}} بيه كلمة السر.',
  send: 'ابعت الكود',
  codeText: 'بعتنا كود من {length, plural, few {# خانات} other {# خانة}}، حروف وأرقام، على',
  cancel: 'الغي',
  otherEmail: 'إيميل تاني',
  passwordTitle: 'كلمة السر الجديدة',
  passwordText:
    'أول ما {gender, select, female {تحفظيها هتدخلي} other {تحفظها هتدخل}} على طول، وأي جهاز تاني داخل بحسابك هيخرج.',
  save: 'احفظ وادخل',
  failed: 'كلمة السر ما اتغيّرتش',
  done: 'كلمة السر اتغيّرت',
} as const
