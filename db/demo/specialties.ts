import type { TopicKey } from './topics.ts'

/** A tutor's specialty: topics, and texts for the profile. */
export type Specialty = {
  /** The first two are always chosen, plus one or two of the others. */
  topics: readonly TopicKey[]
  bios: readonly string[]
  /** Where the tutor gave an English one. */
  englishBios: readonly [string, string]
  /** Sentences on what the lessons are about; a part of "about me". */
  lessons: readonly string[]
  /** Whether the texts already say where the tutor comes from, so that no other opening may be added. */
  tellsOrigin?: true
}

/** Tutor managers: they interview new tutors and supervise lessons. */
export const MANAGING: Specialty = {
  tellsOrigin: true,
  topics: ['conversation', 'grammar', 'pronunciation', 'business'],
  bios: [
    'خمستاشر سنة تدريس وتدريب مدرّسين',
    'أرافق المدرّسين الجداد من أول مقابلة',
    'جودة الحصص شغلي، وراحة الطالب همّي',
    'أسمع الحصص وأساعد كل مدرّس يكبر',
    'مناهج وتدريب معلّمين، وقلبي مع الطالب',
  ],
  englishBios: ['Fifteen years of teaching and training teachers', 'I help every student find the right teacher'],
  lessons: [
    'دوري هنا إني أقابل المدرّسين الجداد وأحضر معاهم أول حصة تجريبية، وأقول رأيي بصراحة ومودّة. وبفتح كل أسبوع كام معاد للطلبة اللي محتاجين حد يحدّد مستواهم ويرسم لهم طريق.',
    'قضيت سنين [مسؤول|مسؤولة] عن تدريب المدرّسين في معهد كبير في القاهرة، وكنت دايمًا بقول لهم: الطالب لازم يتكلم أكتر منك. لسه مؤمن[|ة] بالجملة دي، ولسه بقيس بيها كل حصة.',
    'بجمع ملاحظات الطلبة كل أسبوع وأقعد مع كل مدرّس نحسّن حصصه. ولو إنت طالب ومش عارف تبدأ منين، احجز معايا نص ساعة وهنطلع منها بخطة مكتوبة.',
    'بدأت [مدرّس|مدرّسة] في مدرسة حكومي في طنطا، وبعدها كتبت مناهج لمراكز لغات، ودلوقتي [مسؤول|مسؤولة] عن اختيار المدرّسين. أكتر حاجة بفرح بيها لما مدرّس خجول يبقى نجم عند طلبته.',
    'عندي شهادة في تدريب المعلّمين، وخبرة طويلة مع الكبار والشباب. الحصص اللي بديها قليلة ومركّزة: تقييم مستوى، وخطة مذاكرة، ومتابعة بعد شهر.',
  ],
}
