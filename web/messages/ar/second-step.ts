export const secondStep = {
  title: 'خطوة كمان',
  codeText: '{gender, select, female {اكتبي} other {اكتب}} الكود اللي ظاهر دلوقتي في تطبيق الأكواد.',
  passkeyText: '{gender, select, female {أكّدي إنه إنتي} other {أكّد إنه إنت}} ببصمتك أو بقفل جهازك.',
  recoveryText:
    '{gender, select, female {اكتبي} other {اكتب}} كود من أكواد الاسترجاع اللي حفظتها. كل كود بيشتغل مرة واحدة.',
  code: 'كود التطبيق',
  recoveryCode: 'كود استرجاع',
  submit: 'ادخل',
  passkey: 'ادخل بمفتاح المرور',
  useCode: 'استعمل كود التطبيق',
  useRecovery: 'استعمل كود استرجاع',
  back: 'ارجع لكلمة السر',
  failed: 'مقدرناش نأكّد',
  wrongCode:
    'الكود ده مش مظبوط أو اتستعمل قبل كده. {gender, select, female {استني} other {استنى}} كود جديد من التطبيق.',
  wrongRecovery: 'كود الاسترجاع ده مش مظبوط أو اتستعمل قبل كده.',
  late: 'وقت الخطوة دي خلص. {gender, select, female {ارجعي واكتبي} other {ارجع واكتب}} كلمة السر تاني.',
  passkeyOnlyHere:
    'مفتاح المرور بيشتغل في لوحة الإدارة بس. {gender, select, female {ادخلي من هناك، أو استعملي} other {ادخل من هناك، أو استعمل}} كود استرجاع.',
  canceled: 'التأكيد اتلغى أو وقته خلص. {gender, select, female {جرّبي} other {جرّب}} تاني.',
} as const
