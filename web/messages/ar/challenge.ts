/** A sign-in to an account that somebody else is guessing the password of. */
export const challenge = {
  title: 'بنتأكد إن اللي بيدخل شخص حقيقي…',
  text: 'فيه محاولات دخول كتير على الحساب ده من أماكن تانية. جهازك بيحل مسألة صغيرة و{gender, select, female {هتدخلي} other {هتدخل}} لوحدك، ومش هنسألك تاني من نفس الشبكة.',
  progress: 'تقدّم التأكد',
  cancel: 'الغي',
  impossible: 'جهازك مش قادر يتأكد من هنا',
  impossibleText:
    'الصفحة مفتوحة من غير https، أو المتصفح مانع التأكد. {gender, select, female {افتحيها من عنوانها الآمن أو في متصفح تاني وادخلي} other {افتحها من عنوانها الآمن أو في متصفح تاني وادخل}} من هناك.',
} as const
