/** Screens in place of the asked one; apart from `shell.ts`, which every visitor downloads. */
export const shellScreens = {
  notForYou: {
    title: 'الصفحة دي مش لحسابك',
    forStudents:
      'دي صفحة للطلاب بس. {gender, select, female {ارجعي لصفحتك، أو ادخلي} other {ارجع لصفحتك، أو ادخل}} بحساب طالب.',
    forTutors:
      'دي صفحة للمدرّسين بس. {gender, select, female {ارجعي لصفحتك، أو ادخلي} other {ارجع لصفحتك، أو ادخل}} بحساب مدرّس.',
    plain: 'حسابك مش مسموح له يشوف الصفحة دي.',
    home: 'روح لصفحتك الرئيسية',
    other: 'ادخل بحساب تاني',
  },
  staff: {
    title: 'حسابك بيشتغل من لوحة الإدارة',
    text: 'الموقع ده للطلاب والمدرّسين. شغلك كله موجود في لوحة الإدارة.',
    open: 'افتح لوحة الإدارة',
  },
  notFound: {
    title: 'الصفحة دي مش موجودة',
    text: 'ممكن يكون الرابط قديم أو فيه حرف ناقص.',
    home: 'روح للرئيسية',
    tutors: 'شوف المدرّسين',
  },
} as const
