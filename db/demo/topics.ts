/** The topics of lessons; their order is the order of their ids. */
export const TOPICS = {
  conversation: { ar: 'محادثة يومية', en: 'Everyday conversation' },
  beginners: { ar: 'تأسيس من الصفر', en: 'Absolute beginners' },
  grammar: { ar: 'القواعد', en: 'Grammar' },
  pronunciation: { ar: 'النطق', en: 'Pronunciation' },
  vocabulary: { ar: 'المفردات', en: 'Vocabulary' },
  listening: { ar: 'مهارات الاستماع', en: 'Listening' },
  kids: { ar: 'إنجليزي للأطفال', en: 'English for kids' },
  school: { ar: 'الثانوية العامة', en: 'Secondary school' },
  international: { ar: 'المدارس الدولية', en: 'International schools' },
  ielts: { ar: 'اختبار الآيلتس', en: 'IELTS' },
  toefl: { ar: 'اختبار التوفل', en: 'TOEFL' },
  academic: { ar: 'الكتابة الأكاديمية', en: 'Academic writing' },
  business: { ar: 'إنجليزي الأعمال', en: 'Business English' },
  presentations: { ar: 'العروض التقديمية', en: 'Presentations' },
  interviews: { ar: 'مقابلات العمل', en: 'Job interviews' },
  service: { ar: 'خدمة العملاء', en: 'Customer service' },
  tech: { ar: 'إنجليزي التقنية', en: 'English for tech' },
  medical: { ar: 'إنجليزي الطب', en: 'Medical English' },
  travel: { ar: 'السفر', en: 'Travel' },
  tourism: { ar: 'السياحة والفنادق', en: 'Tourism and hotels' },
  films: { ar: 'أفلام ومسلسلات', en: 'Films and series' },
  stories: { ar: 'قصص وروايات', en: 'Stories and novels' },
} as const

export type TopicKey = keyof typeof TOPICS

const keys = Object.keys(TOPICS) as TopicKey[]

export const topicId = (key: TopicKey): number => keys.indexOf(key) + 1
