/** Proving to be an account's owner, another address that waits for its proof, and putting the old one back. */
export const proof = {
  title: 'تأكيد إن ده حسابك',
  text: 'علشان محدش غيرك يغيّر بيانات دخولك.',
  password: 'كلمة السر الحالية',
  wrong: 'كلمة السر مش مظبوطة.',
  code: 'كود من تطبيق الأكواد',
  passkey: 'أكّد بمفتاح المرور',
  google: 'أكّد بحساب جوجل',
  googleText:
    'هتروح لجوجل وترجع هنا، وبعدها {gender, select, female {اكتبي} other {اكتب}} التغيير تاني و{gender, select, female {احفظيه} other {احفظه}}.',
  canceled: 'التأكيد اتقفل قبل ما يكمل. {gender, select, female {جرّبي} other {جرّب}} تاني.',
  confirm: 'أكّد واحفظ',
  none: 'حسابك لسه مالوش كلمة سر. {gender, select, female {سجّلي} other {سجّل}} الخروج و{gender, select, female {اعملي} other {اعمل}} واحدة من «نسيت كلمة السر» في صفحة الدخول، وبعدها {gender, select, female {غيّري اللي إنتي عايزاه} other {غيّر اللي إنت عايزه}}.',
  pending: {
    title: 'الإيميل الجديد مستني التأكيد',
    text: 'بعتنا كود على <email></email>. لحد ما يتأكّد، الدخول والرسايل على إيميلك الحالي.',
    verify: 'اكتب الكود',
    cancel: 'الغي التغيير',
    canceled: 'التغيير اتلغى، وإيميلك زي ما هو.',
    failed: 'التغيير ما اتلغاش',
  },
  undo: {
    title: 'رجّع إيميلك القديم',
    text: '{gender, select, female {اختاري} other {اختار}} كلمة سر جديدة: إيميلك القديم هيرجع للحساب، وأي حد دخل بعد التغيير هيخرج.',
    action: 'رجّع إيميلي',
    failed: 'الإيميل مرجعش',
    used: 'الرابط ده مش شغّال: يا إما اتستخدم قبل كده، يا إما اتنسخ ناقص. لو {gender, select, female {محتاجة} other {محتاج}} مساعدة، {gender, select, female {كلّمينا} other {كلّمنا}}.',
    expired:
      'الرابط ده عدّى عليه {days, plural, few {# أيام} other {# يوم}} ومبقاش شغّال. {gender, select, female {كلّمينا} other {كلّمنا}} وهنساعدك.',
    noToken: '{gender, select, female {افتحي} other {افتح}} الرابط من الرسالة اللي وصلتك، كامل زي ما هو.',
    done: 'إيميلك رجع',
    doneText:
      '{gender, select, female {ادخلي} other {ادخل}} بإيميلك القديم وكلمة السر الجديدة. لو رقم موبايلك اتغيّر كمان، {gender, select, female {رجّعيه} other {رجّعه}} من الإعدادات.',
    login: 'سجّل الدخول',
  },
} as const
