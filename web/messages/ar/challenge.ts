/** A sign-in to an account that somebody else is guessing the password of. */
export const challenge = {
  title: 'بنتأكد إن اللي بيدخل شخص حقيقي…',
  text: 'فيه محاولات دخول كتير على الحساب ده من أماكن تانية. جهازك بيحل مسألة صغيرة و{gender, select, female {هتدخلي} other {هتدخل}} لوحدك، ومش هنسألك تاني من نفس الشبكة.',
  progress: 'تقدّم التأكد',
  cancel: 'الغي',
} as const
