import type { ErrorCode } from '#domain/errors'
import type { PasswordFault } from '#domain/users/password'

/**
 * The text of each error code: what it means to the user, and what to do. `network` is the client's own code for an
 * unreachable server. A code whose details give a reason has a text for each. A new code without a text does not compile.
 */
export const errors: Record<ErrorCode | 'network' | `invalid-password:${PasswordFault}`, string> = {
  network:
    'مفيش اتصال بالإنترنت دلوقتي. {gender, select, female {اتأكدي من النت وجرّبي} other {اتأكد من النت وجرّب}} تاني.',

  unauthenticated:
    '{gender, select, female {محتاجة تسجّلي دخولك تاني علشان تكمّلي} other {محتاج تسجّل دخولك تاني علشان تكمّل}}.',
  forbidden: 'الحاجة دي مش متاحة لحسابك. لو ده غلط فريقنا هيساعدك.',
  'wrong-password':
    'الإيميل أو كلمة السر مش مظبوطين. {gender, select, female {راجعيهم، أو غيّري} other {راجعهم، أو غيّر}} كلمة السر من «نسيت كلمة السر».',
  'no-password': 'الحساب ده معمول بجوجل ومالوش كلمة سر. {gender, select, female {ادخلي} other {ادخل}} بزرار جوجل.',
  'challenge-required':
    'متصفحك مقدرش يأكّد إن اللي بيدخل شخص حقيقي. {gender, select, female {جرّبي متصفح تاني، أو غيّري} other {جرّب متصفح تاني، أو غيّر}} كلمة السر من «نسيت كلمة السر».',
  'second-factor-required': 'محتاجين خطوة تأكيد تانية علشان {gender, select, female {تدخلي} other {تدخل}}.',
  'proof-required': '{gender, select, female {أكّدي} other {أكّد}} إنك صاحب الحساب الأول.',
  'second-factor-enrolment-required':
    'لازم {gender, select, female {تفعّلي التحقق بخطوتين الأول، وبعدها تكمّلي} other {تفعّل التحقق بخطوتين الأول، وبعدها تكمّل}} شغلك.',
  'invalid-passkey':
    'مفتاح المرور ده مش مظبوط لحسابك. {gender, select, female {جرّبي تاني أو استعملي} other {جرّب تاني أو استعمل}} طريقة تانية.',
  'link-required':
    'إيميل جوجل ده عليه حساب هنا. {gender, select, female {اكتبي} other {اكتب}} كلمة سر الحساب مرة واحدة علشان نربطه بجوجل.',
  'identity-taken':
    'حساب جوجل ده مربوط بحساب تاني هنا. {gender, select, female {ادخلي بيه، أو اختاري} other {ادخل بيه، أو اختار}} حساب جوجل غيره.',
  'google-sign-in-failed':
    'الرد اللي رجع من جوجل مش مظبوط أو وقته خلص. {gender, select, female {جرّبي} other {جرّب}} تاني من الأول.',
  'identity-exists': 'حسابك مربوط بجوجل بالفعل. لازم يتفصل قبل ربط غيره.',
  'only-sign-in': 'جوجل هو طريقتك الوحيدة للدخول. لازم كلمة سر قبل فصله.',
  'erasure-blocked': 'لسه فيه حاجات مفتوحة في حسابك لازم تخلص قبل المسح.',
  'consent-required':
    'الشروط أو سياسة الخصوصية اتغيّرت. {gender, select, female {وافقي} other {وافق}} عليها الأول من التنبيه اللي فوق.',
  'consent-outdated':
    'النص اتغيّر تاني. {gender, select, female {افتحي الصفحة من جديد واقري} other {افتح الصفحة من جديد واقرا}} آخر نسخة.',
  'read-only-session':
    '{gender, select, female {إنتي بتتفرّجي بس، ومينفعش تغيّري أو تفتحي} other {إنت بتتفرج بس، ومينفعش تغيّر أو تفتح}} ده من هنا.',
  'user-exists':
    'فيه حساب بالإيميل ده بالفعل. {gender, select, female {سجّلي دخولك أو استعملي} other {سجّل دخولك أو استعمل}} إيميل تاني.',
  'invalid-email-address':
    'مقدرناش نوصل للإيميل ده. {gender, select, female {راجعي الحروف أو استعملي} other {راجع الحروف أو استعمل}} إيميل تاني.',

  'bad-request': 'فيه حاجة مش مظبوطة في البيانات. {gender, select, female {راجعيها وجرّبي} other {راجعها وجرّب}} تاني.',
  'version-conflict':
    'حد تاني عدّل ده بعد ما {gender, select, female {فتحتيه} other {فتحته}}. {gender, select, female {حدّثي الصفحة وشوفي الجديد قبل ما تحفظي} other {حدّث الصفحة وشوف الجديد قبل ما تحفظ}}.',
  illegal:
    'مينفعش ده دلوقتي، يمكن حاجة اتغيّرت. {gender, select, female {حدّثي الصفحة وشوفي} other {حدّث الصفحة وشوف}} الجديد.',
  unexpected:
    'حصلت مشكلة عندنا. {gender, select, female {جرّبي تاني كمان شوية، ولو فضلت كلّمينا} other {جرّب تاني كمان شوية، ولو فضلت كلّمنا}}.',
  'empty-request': 'مفيش حاجة اتغيّرت علشان نحفظها.',
  'service-unavailable': 'الخدمة دي واقفة مؤقتًا. {gender, select, female {جرّبي} other {جرّب}} تاني بعد دقايق.',
  'under-maintenance': 'بنعمل صيانة دلوقتي. {gender, select, female {جرّبي} other {جرّب}} تاني بعد دقايق.',
  'too-many-requests':
    '{gender, select, female {جرّبتي} other {جرّبت}} كتير ورا بعض. {gender, select, female {جرّبي} other {جرّب}} تاني بعد دقيقة.',
  'large-file-size': 'الملف أكبر من المسموح. {gender, select, female {اختاري} other {اختار}} ملف أصغر.',
  'not-found': 'مش لاقيين اللي {gender, select, female {بتدوّري} other {بتدوّر}} عليه. ممكن يكون اتشال.',

  'fawry-error':
    'فوري مقدرتش تكمّل العملية، ومفيش فلوس اتسحبت. {gender, select, female {جرّبي} other {جرّب}} تاني أو بطريقة تانية.',
  'api-invalid-user-name': 'الاسم لازم يكون كلمتين على الأقل: الاسم الأول واسم العيلة.',
  'invalid-invoice-method': '{gender, select, female {اختاري} other {اختار}} طريقة السحب: محفظة أو بنك أو إنستاباي.',
  'invoice-not-valid': 'بيانات المستلم مش ماشية مع طريقة السحب. {gender, select, female {راجعيها} other {راجعها}}.',
  'invoice-cooling-off': 'الطلب ده لسه في فترة الأمان: ٣ أيام بعد تغيير المستلم أو كلمة السر أو الموبايل أو الإيميل.',
  'invoice-in-payment-file':
    'طلب من اللي {gender, select, female {اخترتيهم} other {اخترتهم}} موجود في ملف تحويلات مفتوح. {gender, select, female {حدّثي} other {حدّث}} الصفحة.',
  'invoice-in-payout':
    'الطلب ده بيتدفع من باي موب، أو هو في دفعة مستنية. {gender, select, female {حدّثي الصفحة وشوفي} other {حدّث الصفحة وشوف}} وصل لفين.',
  'payout-receiver-not-payable': 'فيه مستلم مينفعش يتدفع له من باي موب. الدفع ليه بملف تحويلات.',
  'payout-budget-exceeded':
    'رصيد باي موب مش مكفّي الطلبات دي. {gender, select, female {اشحنيه أو اختاري} other {اشحنه أو اختار}} طلبات أقل.',
  'payout-needs-second-admin':
    '{gender, select, female {إنتي اللي جهّزتي} other {إنت اللي جهّزت}} الدفعة دي، فلازم حد تاني من الإدارة يأكّدها.',
  'illegal-invoice-update':
    'حالة طلب السحب اتغيّرت ومينفعش التعديل ده. {gender, select, female {حدّثي} other {حدّث}} الصفحة.',

  'taken-by-another':
    'حد تاني من الفريق أخدها قبلك. {gender, select, female {حدّثي الصفحة وشوفي} other {حدّث الصفحة وشوف}} مين معاه.',

  'not-room-member': 'المحادثة دي مش ليك. {gender, select, female {ارجعي} other {ارجع}} لمحادثاتك.',
  'room-exists': 'فيه محادثة بينكم بالفعل. {gender, select, female {افتحيها} other {افتحها}} من الشات.',
  'rating-exists':
    '{gender, select, female {إنتي قيّمتي} other {إنت قيّمت}} المدرّس ده قبل كده. {gender, select, female {تقدري تعدّلي} other {تقدر تعدّل}} تقييمك.',
  'intro-video-exists': 'الفيديو بتاعك اتبعت بالفعل، وردنا جاي.',
  'short-video-dur': 'الفيديو أقصر من دقيقة. {gender, select, female {سجّلي} other {سجّل}} فيديو من دقيقة لتلات دقايق.',
  'long-video-dur': 'الفيديو أطول من تلات دقايق. لازم يتقص ويترفع تاني.',
  'intro-video-reason-required': '{gender, select, female {اكتبي} other {اكتب}} سبب الرفض، المدرّس هيقراه.',
  'intro-video-reason-too-long': 'سبب الرفض طويل. خليه ٥٠٠ حرف بالكتير.',
  'intro-video-note-empty': '{gender, select, female {اكتبي} other {اكتب}} الملاحظة الأول.',
  'intro-video-note-too-long': 'الملاحظة طويلة. خليها ٣٠٠ حرف بالكتير.',

  'subscription-exists': 'عندك اشتراك شغّال بالفعل. الفترة اللي بعده بتتدفع مرة واحدة، في آخر عشر أيام فيه.',
  'subscription-paused':
    'الاشتراك موقوف مؤقتًا في الوقت ده. {gender, select, female {اختاري ميعاد بعد الإيقاف، أو انهيه} other {اختار ميعاد بعد الإيقاف، أو انهيه}} بدري.',
  'subscription-required':
    '{gender, select, female {محتاجة اشتراك علشان تحجزي} other {محتاج اشتراك علشان تحجز}}. {gender, select, female {اختاري} other {اختار}} الباقة اللي تناسبك.',
  'subscription-uncancellable':
    '{gender, select, female {استعملتي حصص بقيمة اللي دفعتيه} other {استعملت حصص بقيمة اللي دفعته}}، فمفيش مبلغ يرجع. اشتراكك مكمّل لآخره.',
  'no-enough-minutes': 'دقايقك اللي فاضلة الأسبوع ده مش مكفّية: يا إما حصة أقصر، يا إما بعد التجديد.',

  'busy-tutor': 'الميعاد ده اتحجز حالًا. {gender, select, female {اختاري} other {اختار}} أقرب ميعاد تاني.',
  'time-held':
    'طالب تاني بيأكّد الميعاد ده دلوقتي. {gender, select, female {اختاري ميعاد تاني، أو جرّبي} other {اختار ميعاد تاني، أو جرّب}} بعد دقيقتين.',
  'waiting-limit-reached': 'الاسم في ٥ قوايم انتظار، وده أكتر عدد. قايمة منهم لازم تتساب الأول.',
  'standing-times-not-included': 'الباقة دي مفيهاش مواعيد ثابتة.',
  'standing-limit-reached': 'فيه ٣ مواعيد ثابتة، وده أكتر عدد. واحد منهم لازم يخلص الأول.',
  'standing-time-taken': 'الميعاد ده محجوز لطالب تاني كل أسبوع.',
  'busy-tutor-manager': 'الميعاد ده اتحجز حالًا. {gender, select, female {اختاري} other {اختار}} ميعاد تاني.',
  'inactive-tutor-manager':
    'المسؤول ده مش متاح دلوقتي. {gender, select, female {اختاري} other {اختار}} ميعاد مع مسؤول تاني.',
  'demo-session-exists': 'عندك حصة تجريبية بالفعل. {gender, select, female {شوفي} other {شوف}} ميعادها في صفحتك.',
  'conflicting-schedule': 'الميعاد ده متعارض مع ميعاد تاني في جدولك. واحد منهم لازم يتعدّل.',
  'conflicting-lessons': 'عندك حصة تانية في نفس الوقت. {gender, select, female {اختاري} other {اختار}} ميعاد تاني.',
  'conflicting-interview':
    'عندك مقابلة جاية، أو لسه معدّاش الوقت المطلوب من آخر مقابلة. {gender, select, female {شوفي} other {شوف}} ميعادها في صفحتك.',
  'reached-booking-limit':
    'عندك حصة محجوزة بالفعل. احضرها أو {gender, select, female {غيّري ميعادها، وبعدها احجزي} other {غيّر ميعادها، وبعدها احجز}} اللي بعدها.',
  'lesson-time-passed': 'وقت الحصة عدّى أو بدأت بالفعل. {gender, select, female {احجزي} other {احجز}} حصة جديدة.',
  'lesson-in-progress':
    'الحصة بدأت والمدرّس حضر، فمبقاش ينفع تلغيها. لو في مشكلة، {gender, select, female {ابعتي} other {ابعت}} لنا بعد الحصة.',
  'lesson-not-disputable': 'الاعتراض على الحصة متاح من بدايتها ولحد أسبوع بعد نهايتها.',
  'lesson-already-disputed': 'اعتراضك على الحصة دي وصلنا بالفعل، وهنرد عليك على إيميلك.',
  'lesson-not-decidable': 'القرار بيتاخد بعد ما الحصة تخلص، والحصة الملغية مالهاش قرار.',
  'lesson-already-decided':
    'القرار ده متسجّل على الحصة بالفعل. {gender, select, female {حدّثي الصفحة وشوفي} other {حدّث الصفحة وشوف}} مين سجّله.',
  'lesson-pay-withdrawn': 'أجر الحصة اتسحب من رصيد المدرّس أو محجوز لطلب سحب. لازم الطلب يترفض الأول أو الرصيد يكفي.',
  'week-boundaries-violation': 'الميعاد ده بعد تجديد دقايقك: يا إما ميعاد قبله، يا إما لما تتجدد.',

  'guardian-required': 'سنّك أقل من ١٨: لازم ولي أمرك يوافق الأول قبل الحجز أو الدفع.',
  'guardian-phone-own': 'ده رقم حسابك. {gender, select, female {اكتبي} other {اكتب}} رقم ولي أمرك.',
  'guardian-text-changed':
    'النص اللي ولي الأمر بيوافق عليه اتغيّر. {gender, select, female {حدّثي} other {حدّث}} الصفحة، ولازم ولي الأمر يقراه من جديد.',
  'birth-year-fixed':
    'سنة ميلاد الطالب اللي أقل من ١٨ سنة فريقنا بس اللي بيغيّرها. {gender, select, female {ابعتي} other {ابعت}} لنا بلاغ.',
  'email-already-verified': 'إيميلك متأكّد بالفعل.',
  'phone-already-verified': 'رقمك متأكّد بالفعل.',
  'user-already-verified': 'حسابك متأكّد بالفعل.',
  'unresolved-phone':
    'مقدرناش نوصل لرقمك على واتساب. {gender, select, female {راجعي إعدادات الخصوصية عندك، أو ابعتي لنا رسالة الأول وجرّبي} other {راجع إعدادات الخصوصية عندك، أو ابعت لنا رسالة الأول وجرّب}} تاني.',
  'unverified-phone':
    '{gender, select, female {أكّدي رقم موبايلك الأول، وبعدها شغّلي} other {أكّد رقم موبايلك الأول، وبعدها شغّل}} رسايل التذكير.',
  'invalid-phone':
    '{gender, select, female {اكتبي} other {اكتب}} رقم موبايل مصري من ١١ رقم يبدأ بـ 010 أو 011 أو 012 أو 015.',
  'incorrect-phone': 'الرقم ده غير الرقم المسجّل على حسابك. {gender, select, female {راجعيه} other {راجعه}}.',
  'phone-required': '{gender, select, female {اكتبي} other {اكتب}} رقم موبايلك الأول.',
  'expired-verification-code':
    'الكود ده عدّى عليه أكتر من ربع ساعة. {gender, select, female {اطلبي} other {اطلب}} كود جديد.',
  'invalid-verification-code':
    'الكود مش مظبوط. {gender, select, female {راجعي الأرقام الخمسة أو اطلبي} other {راجع الأرقام الخمسة أو اطلب}} كود جديد.',

  'session-not-found': 'مش لاقيين الحصة دي. {gender, select, female {ارجعي} other {ارجع}} لحصصك.',
  'demo-session-not-found': 'مش لاقيين الحصة التجريبية دي.',
  'transaction-not-found': 'مش لاقيين عملية الدفع دي. {gender, select, female {شوفي} other {شوف}} مدفوعاتك.',
  'user-not-found': 'مش لاقيين الحساب ده.',
  'tutor-not-found': 'مش لاقيين المدرّس ده. {gender, select, female {شوفي} other {شوف}} باقي المدرّسين.',
  'student-not-found': 'مش لاقيين الطالب ده.',
  'lesson-not-found': 'مش لاقيين الحصة دي. ممكن تكون اتلغت.',
  'slot-not-found': 'الميعاد ده مبقاش موجود. {gender, select, female {اختاري} other {اختار}} ميعاد تاني.',
  'rating-not-found': 'مش لاقيين التقييم ده. ممكن يكون اتمسح.',
  'coupon-not-found': 'كود الخصم ده مش موجود أو انتهى. {gender, select, female {راجعي} other {راجع}} الحروف.',
  'asset-not-found': 'مش لاقيين الملف ده.',
  'invite-not-found': 'مش لاقيين الدعوة دي. ممكن تكون انتهت.',
  'payout-batch-not-found': 'مش لاقيين الدفعة دي.',
  'payment-file-not-found': 'مش لاقيين ملف التحويلات ده.',
  'invoice-not-found': 'مش لاقيين طلب السحب ده.',
  'plan-not-found': 'الباقة دي مبقتش متاحة. {gender, select, female {شوفي} other {شوف}} الباقات الموجودة.',
  'room-not-found': 'مش لاقيين المحادثة دي.',
  'room-members-not-found': 'مش لاقيين أصحاب المحادثة دي.',
  'contact-request-not-found': 'مش لاقيين الرسالة دي.',
  'report-not-found': 'مش لاقيين البلاغ ده.',
  'interview-not-found': 'مش لاقيين المقابلة دي.',
  'topic-not-found': 'الموضوع ده مبقاش موجود.',
  'withdraw-method-not-found': 'مش لاقيين طريقة السحب دي.',
  'subscription-not-found': 'معندكش اشتراك شغّال دلوقتي.',
  'intro-video-not-found': 'مش لاقيين الفيديو ده.',
  'upload-not-found': 'الرفع ده مبقاش موجود. {gender, select, female {ابدئي} other {ابدأ}} الرفع من الأول.',
  'upload-incomplete': 'لسه في أجزاء من الفيديو موصلتش. {gender, select, female {كمّلي} other {كمّل}} الرفع.',

  'required-field': 'الخانة دي مطلوبة.',
  'invalid-email': '{gender, select, female {اكتبي} other {اكتب}} إيميل صح، زي name@example.com.',
  'short-password': 'كلمة السر قصيرة. خليها ٨ حروف أو أكتر.',
  'long-password': 'كلمة السر طويلة. أقصى حاجة ٥٠ حرف.',
  'invalid-password': 'كلمة السر لازم يكون فيها حرف إنجليزي ورقم على الأقل، من غير مسافات.',
  'invalid-password:common':
    'كلمة السر دي من أكتر الكلمات اللي الناس بتستخدمها وسهل حد يخمّنها. {gender, select, female {اختاري} other {اختار}} واحدة تانية.',
  'invalid-password:own':
    'كلمة السر دي معمولة من اسمك أو إيميلك أو رقم موبايلك وسهل حد يخمّنها. {gender, select, female {اختاري} other {اختار}} واحدة تانية.',
  'invalid-user-name':
    '{gender, select, female {اكتبي} other {اكتب}} الاسم بحروف عربي أو إنجليزي بس، من غير أرقام ولا علامات.',
  'invalid-tutor-name': '{gender, select, female {اكتبي} other {اكتب}} اسمك بالعربي زي ما الطلاب هيشوفوه.',
  'short-user-name': 'الاسم قصير. {gender, select, female {اكتبي} other {اكتب}} حرفين على الأقل.',
  'long-user-name': 'الاسم طويل. أقصى حاجة ٨٠ حرف.',
  'old-user': '{gender, select, female {راجعي} other {راجع}} سنة الميلاد: أقصى سن ٦٠ سنة.',
  'young-user': '{gender, select, female {راجعي} other {راجع}} سنة الميلاد: أقل سن ١٠ سنين.',
  'invalid-english-level': '{gender, select, female {اختاري} other {اختار}} مستواك في الإنجليزي.',
  'invalid-type': '{gender, select, female {اكتبي} other {اكتب}} ده كنص عادي.',
  'invalid-cvv': '{gender, select, female {اكتبي} other {اكتب}} الأرقام التلاتة اللي على ضهر الكارت.',

  'empty-bio': '{gender, select, female {اكتبي} other {اكتب}} نبذة قصيرة عن نفسك.',
  'short-bio': 'النبذة قصيرة، محتاجة كلام أكتر شوية.',
  'long-bio': 'النبذة طويلة. اختصرها شوية.',
  'invalid-english-name': '{gender, select, female {اكتبي} other {اكتب}} الاسم بحروف إنجليزي بس، من ٢ لـ ٨٠ حرف.',
  'invalid-english-bio': '{gender, select, female {اكتبي} other {اكتب}} النبذة بالإنجليزي بس، من ٢٥ لـ ٦٠ حرف.',
  'invalid-bio': '{gender, select, female {اكتبي} other {اكتب}} النبذة بالعربي، من غير حروف إنجليزي.',
  'invalid-tutor-about': '{gender, select, female {اكتبي} other {اكتب}} عن نفسك بالعربي علشان كل الطلاب يفهموا.',
  'short-tutor-about': '{gender, select, female {اكتبي} other {اكتب}} عن نفسك أكتر شوية. الطلاب بيحبوا يعرفوا مدرّسهم.',
  'long-tutor-about': 'الكلام طويل. اختصره شوية.',
  'invalid-notice': '{gender, select, female {اختاري} other {اختار}} وقت الإخطار قبل الحصة.',
  'max-notice-exceeded': 'أقصى وقت إخطار قبل الحصة يوم واحد.',

  'interview-feedback-invalid-html':
    'فيه تنسيق مش مدعوم في الرأي. {gender, select, female {اكتبيه} other {اكتبه}} كنص عادي.',
  'interview-feedback-too-short': 'الرأي قصير. وضّح أكتر شوية.',
  'interview-feedback-too-long': 'الرأي طويل. اختصره شوية.',
  'interview-note-invalid-html':
    'فيه تنسيق مش مدعوم في الملاحظة. {gender, select, female {اكتبيها} other {اكتبها}} كنص عادي.',
  'interview-note-too-short': 'الملاحظة قصيرة. وضّح أكتر شوية.',
  'interview-note-too-long': 'الملاحظة طويلة. اختصرها شوية.',
  'too-low-interview-level': '{gender, select, female {اختاري} other {اختار}} مستوى أعلى من كده.',
  'meeting-score-required': 'قبل النجاح لازم مستوى ورأي مكتوب.',
  'too-high-interview-level': '{gender, select, female {اختاري} other {اختار}} مستوى أقل من كده.',

  'too-low-rating-value': '{gender, select, female {اختاري} other {اختار}} نجمة واحدة على الأقل.',
  'too-high-rating-value': 'أقصى تقييم خمس نجوم.',
  'too-short-rating-text': 'الكلام قصير: كلمتين عن رأيك، أو الخانة فاضية.',
  'too-long-rating-text': 'التقييم طويل. أقصى حاجة ١٠٠٠ حرف.',

  'plan-weekly-minutes-out-of-range': 'دقايق الأسبوع لازم تكون من ١٥ دقيقة لحد أسبوع كامل.',
  'invalid-plan-price': '{gender, select, female {اكتبي} other {اكتب}} سعر أكبر من صفر.',
  'plan-discount-out-of-range': 'الخصم لازم يكون من ٠ لـ ١٠٠٪.',
  'coupon-code-invalid': 'كود الخصم مكتوب غلط. {gender, select, female {راجعيه} other {راجعه}}.',
  'zero-coupon-discount': '{gender, select, female {اكتبي} other {اكتب}} خصم أكبر من صفر.',
  'max-coupon-discount-exceeded': 'الخصم ميزيدش عن ١٠٠٪.',
  'date-too-far': 'التاريخ ده بعيد قوي. {gender, select, female {اختاري} other {اختار}} تاريخ خلال الخمس سنين الجاية.',
  'expire-date-invalid': '{gender, select, female {اختاري} other {اختار}} تاريخ انتهاء صح.',
  'expired-coupon-expire-date': 'تاريخ الانتهاء عدّى. {gender, select, female {اختاري} other {اختار}} يوم جاي.',

  'message-text-invalid-html':
    'فيه تنسيق مش مدعوم في الرسالة. {gender, select, female {ابعتيها} other {ابعتها}} كنص عادي.',
  'message-text-too-short': '{gender, select, female {اكتبي} other {اكتب}} رسالتك الأول.',
  'message-text-too-long': 'الرسالة طويلة. قسّمها على رسالتين.',
  'mailing-with-link': 'من غير روابط أو عناوين: الرسالة فيها زرار بيفتح حصّة.',

  'withdraw-min-amount-above-max-amount': 'أقل مبلغ أكبر من أقصى مبلغ. بدّلهم.',
  'withdraw-max-amount-zero-or-negative': 'أقصى مبلغ لازم يكون أكبر من صفر.',
  'withdraw-min-amount-zero-or-negative': 'أقل مبلغ لازم يكون أكبر من صفر.',
  'invoice-min-amount-subceeded': 'المبلغ أقل من أقل سحب مسموح بيه.',
  'invoice-max-amount-exceeded': 'المبلغ أكبر من رصيدك المتاح، أو من أكبر سحب مسموح بيه.',
  'empty-invoice-note': '{gender, select, female {اكتبي الملاحظة، أو شيليها} other {اكتب الملاحظة، أو شيلها}} خالص.',
  'invoice-note-invalid-html':
    'فيه تنسيق مش مدعوم في الملاحظة. {gender, select, female {اكتبيها} other {اكتبها}} كنص عادي.',
  'invoice-note-too-long': 'الملاحظة طويلة. أقصى حاجة ٢٥٥ حرف.',
  'invalid-withdraw-method': '{gender, select, female {اختاري} other {اختار}} طريقة السحب: محفظة أو بنك أو إنستاباي.',
  'instapay-username-invalid': '{gender, select, female {اكتبي} other {اكتب}} عنوان إنستاباي زي name@instapay.',
  'empty-bank-name': '{gender, select, female {اختاري} other {اختار}} البنك.',
  'invalid-bank-name': 'البنك ده مش في القايمة. {gender, select, female {اختاري} other {اختار}} بنك منها.',
  'invalid-bank-account-number': 'رقم الحساب أرقام بس، وأقصاه ٢٠ رقم.',

  'short-topic-name': 'اسم الموضوع قصير.',
  'long-topic-name': 'اسم الموضوع طويل.',
  'short-contact-request-title': '{gender, select, female {اكتبي} other {اكتب}} عنوان أوضح لرسالتك.',
  'long-contact-request-title': 'العنوان طويل. اختصره.',
  'short-contact-request-message': 'احكيلنا أكتر شوية علشان نعرف نساعدك.',
  'long-contact-request-message': 'الرسالة طويلة. اختصرها شوية.',
}
