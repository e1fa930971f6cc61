import { amounts } from '../../../site/amounts.ts'

/** The texts of every page of the site. */
export const frame = {
  lang: 'ar-EG',
  locale: 'ar_EG',
  brand: 'حصّة',
  /** The query of links to the app: from an English page the app opens in English. */
  appQuery: '',
  titleOf: (title: string) => `${title} | حصّة`,
  home: 'حصّة، الصفحة الرئيسية',
  toMain: 'روح للمحتوى',
  menu: 'القايمة',
  pages: 'صفحات الموقع',
  tutors: 'المدرّسين',
  login: 'ادخل حسابك',
  start: 'ابدأ ببلاش',
  picture: 'حصّة: حصص إنجليزي واحد لواحد',
  places: {
    home: 'الرئيسية',
    method: 'إزاي بتشتغل',
    pricing: 'الأسعار',
    questions: 'أسئلة',
    tutor: 'درّس معانا',
    about: 'إحنا مين',
    contact: 'كلّمنا',
    studentQuestions: 'أسئلة الطلاب',
    tutorQuestions: 'أسئلة المدرّسين',
    terms: 'شروط الاستخدام',
    privacy: 'الخصوصية',
  },
  channels: {
    whatsapp: 'واتساب',
    facebook: 'فيسبوك',
    instagram: 'إنستجرام',
    youtube: 'يوتيوب',
    tiktok: 'تيك توك',
    x: 'إكس',
  },
  footer: {
    text: 'حصص إنجليزي واحد لواحد مع مدرّسين مصريين، في الوقت اللي يناسبك.',
    help: 'مساعدة',
    channels: 'تابعنا وكلّمنا',
    end: '© حصّة. كل الأسعار بالجنيه المصري.',
  },
  band: {
    title: `أول ${amounts.freeMinutesNumber} دقيقة علينا`,
    text: 'أكّد إيميلك، اختار مدرّسك، واحجز. من غير كارت ومن غير ما حد يكلّمك يبيع لك.',
    start: 'اعمل حسابك وابدأ',
  },
}
