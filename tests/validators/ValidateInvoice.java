import org.mustangproject.validator.ZUGFeRDValidator;

/** Prints the report of Mustang about an invoice. Exit code 1: it is not valid. */
class ValidateInvoice {
  public static void main(String[] files) {
    var validator = new ZUGFeRDValidator();
    System.out.println(validator.validate(files[0]));
    System.exit(validator.wasCompletelyValid() ? 0 : 1);
  }
}
