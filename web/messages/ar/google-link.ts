/** Linking Google to an account that has its e-mail address. */
export const googleLink = {
  title: 'اربط جوجل بحسابك',
  text: 'فيه حساب هنا بنفس الإيميل. {gender, select, female {اكتبي كلمة السر بتاعته مرة واحدة، وبعدها تدخلي} other {اكتب كلمة السر بتاعته مرة واحدة، وبعدها تدخل}} بجوجل على طول:',
  noPassword:
    'فيه حساب هنا بنفس الإيميل من غير كلمة سر. {gender, select, female {اعمليه كلمة سر بكود على الإيميل، وبعدها اربطيه} other {اعمله كلمة سر بكود على الإيميل، وبعدها اربطه}} بجوجل:',
  submit: 'اربط وادخل',
  wrong: 'كلمة السر مش مظبوطة. {gender, select, female {جرّبي} other {جرّب}} تاني.',
  late: 'الوقت خلص. {gender, select, female {ارجعي وادخلي} other {ارجع وادخل}} بجوجل من الأول.',
  setPassword: 'ابعتلي كود على الإيميل',
  back: 'ارجع',
} as const
